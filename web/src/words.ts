// Numbers and names as people read them.

const LONGEST = 40;
/** Controls, and marks that turn the direction of what follows. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** 1234 as "1,234". */
export const count = (value: number): string => value.toLocaleString("en");

/** "1 row", "2 rows". */
export const number = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A value in at most so many digits, with a true minus. */
export function brief(value: number, digits = 4): string {
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

/** A name from the data, cut if it is long. */
export function short(name: string, most = LONGEST): string {
  const letters = [...name.replace(/\s+/g, " ").replace(UNSEEN, "�")];
  return letters.length <= most ? letters.join("") : `${letters.slice(0, most - 1).join("")}…`;
}

/** The name of a category; one that is empty or white is shown in quotes. */
export const named = (name: string, most = LONGEST): string => (name.trim() === "" ? `“${name}”` : short(name, most));
