// What travels between page and session, and how a binary frame is read.

export interface View { kind: "plane" | "features" | "own" | "pixels"; x?: string; y?: string; name?: string }
export interface Cluster {
  id: number; size: number; share: number; category: number | null; sure: number; is_new: boolean; about: string;
  /** Stays with the cluster when its number changes. */
  colour?: number;
}
export interface Suspect {
  row: number; category: number | string; suggestion: number | string | null; probability: number; reason: string;
}
export interface Ask { row: number; reason: string; suggestions: number[] }

export interface SessionMessage {
  type: "session"; title: string; n: number; columns: string[]; categories: string[]; views: View[];
  picture: null | { width: number; height: number };
}
export interface PositionsMessage { type: "positions"; view: View; x_name: string; y_name: string }
export interface LabelsMessage {
  type: "labels"; revision: number; categories: string[]; can_undo: boolean; can_redo: boolean; n_labelled: number;
}
export interface PartitionMessage {
  type: "partition"; revision: number; n_clusters: number; cost: number; beta: number; clusters: Cluster[];
}
export interface FindingsMessage {
  type: "findings"; revision: number;
  beta: { value: number; is_auto?: boolean; path: [number, number][]; chosen_by: string };
  suspects: Suspect[]; asks: Ask[];
  tree: { linkage: [number, number, number, number][]; words: string[] };
  notes: string[];
}
export interface BusyMessage { type: "busy"; what: "answering" | "searching" | null; progress?: number | string | null }
export interface OfferMessage { type: "offer"; offer: { gain: number; n_clusters: number } | null; sentence: string | null }
export interface LiveMessage { type: "live"; on: boolean }
export interface DoneMessage { type: "done"; id: number }
export interface ErrorMessage { type: "error"; id?: number; sentence: string }
export interface SavedMessage { type: "saved"; files: [string, string][]; python: string; shell: string }
export interface RowMessage {
  type: "row"; row: number; values: [string, string][]; cluster: number | null; category: number | string | null;
  certainty: number | null;
}
export interface ColumnMessage { type: "column"; name: string }

export type Incoming =
  | SessionMessage | PositionsMessage | LabelsMessage | PartitionMessage | FindingsMessage | BusyMessage | OfferMessage
  | LiveMessage | DoneMessage | ErrorMessage | SavedMessage | RowMessage | ColumnMessage;

export type Outgoing = { type: string; id?: number } & Record<string, unknown>;

type Kind = "float32" | "float64" | "uint16" | "int16" | "uint8" | "uint32" | "int32";
export type Numbers =
  Float32Array | Float64Array | Uint16Array | Int16Array | Uint8Array | Uint32Array | Int32Array;
export interface BufferNote { name: string; dtype: Kind; length: number }
export type Buffers = Record<string, Numbers>;
export type Header = Incoming & { buffers?: BufferNote[] };

const KINDS = {
  float32: Float32Array, float64: Float64Array, uint16: Uint16Array, int16: Int16Array, uint8: Uint8Array,
  uint32: Uint32Array, int32: Int32Array,
};
const STEP = 8;

/** Buffers by name, as typed arrays; those that do not start at a multiple of their size are copied. */
export function name_buffers(header: Header, buffers: (ArrayBuffer | ArrayBufferView)[]): Buffers {
  const named: Buffers = {};
  (header.buffers ?? []).forEach((note, i) => {
    const Type = KINDS[note.dtype];
    const given = buffers[i];
    const [whole, offset] = ArrayBuffer.isView(given) ? [given.buffer as ArrayBuffer, given.byteOffset] : [given, 0];
    named[note.name] = offset % Type.BYTES_PER_ELEMENT === 0
      ? new Type(whole, offset, note.length)
      : new Type(whole.slice(offset, offset + note.length * Type.BYTES_PER_ELEMENT));
  });
  return named;
}

/** Read a frame: length of the header, the header, the buffers, each padded to a multiple of eight bytes. */
export function read_frame(frame: ArrayBuffer): [Header, ArrayBufferView[]] {
  const length = new DataView(frame).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(frame, 4, length))) as Header;
  let at = 4 + length;
  const buffers = (header.buffers ?? []).map((note) => {
    const bytes = note.length * KINDS[note.dtype].BYTES_PER_ELEMENT;
    const buffer = new Uint8Array(frame, at, bytes);
    at += Math.ceil(bytes / STEP) * STEP;
    return buffer;
  });
  return [header, buffers];
}
