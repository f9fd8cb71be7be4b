// What the page knows. Others listen to topics; nothing here draws.

import type {
  Buffers, BusyMessage, ColumnMessage, FindingsMessage, Header, LabelsMessage, OfferMessage, PartitionMessage,
  PositionsMessage, RowMessage, SavedMessage, SessionMessage,
} from "./messages";
import { Selection } from "./selection";

export type Topic =
  | "session" | "positions" | "labels" | "partition" | "findings" | "busy" | "offer" | "saved" | "row" | "column"
  | "live" | "selection" | "cursor" | "isolated" | "armed" | "tool" | "theme" | "connection" | "notice" | "overlay";
export type Tool = "lasso" | "move" | "brush" | "eraser";
export type Overlay = "regions" | "clusters" | "edges" | "none";

export class Store {
  session: SessionMessage | null = null;
  rgba: Uint8Array | null = null;
  positions: PositionsMessage | null = null;
  x: Float32Array = new Float32Array(0);
  y: Float32Array = new Float32Array(0);
  about_labels: LabelsMessage | null = null;
  labels: Int16Array = new Int16Array(0);
  partition: PartitionMessage | null = null;
  /** The sign of each cluster, a number for its colour and shape. */
  signs: number[] = [];
  clusters: Uint16Array = new Uint16Array(0);
  certainty: Uint8Array = new Uint8Array(0);
  findings: FindingsMessage | null = null;
  busy: BusyMessage = { type: "busy", what: null };
  offer: OfferMessage | null = null;
  saved: SavedMessage | null = null;
  row: RowMessage | null = null;
  column: { name: string; values: Float32Array } | null = null;

  readonly selection = new Selection();
  /** The row that the keyboard, a list or the mouse is at. */
  cursor: number | null = null;
  isolated: number | null = null;
  /** The category that the next lasso or stroke gives. */
  armed: number | null = null;
  tool: Tool = "lasso";
  overlay: Overlay = "regions";
  brush_size = 8;
  /** Whether labels are answered by themselves, or on request. */
  is_live = true;
  is_connected = true;
  connection_words = "";
  notice = { words: "", is_error: false };

  private readonly listeners = new Map<Topic, (() => void)[]>();

  get n(): number {
    return this.session?.n ?? 0;
  }

  /** What a row is called. */
  get noun(): string {
    return this.session?.picture ? "pixel" : "row";
  }

  get categories(): string[] {
    return this.about_labels?.categories ?? this.session?.categories ?? [];
  }

  get is_picture(): boolean {
    return this.session?.picture != null && (this.positions === null || this.positions.view.kind === "pixels");
  }

  on(topics: Topic | Topic[], listener: () => void): void {
    for (const topic of [topics].flat()) {
      if (!this.listeners.has(topic)) this.listeners.set(topic, []);
      this.listeners.get(topic)!.push(listener);
    }
  }

  tell(topic: Topic): void {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }

  say(words: string, is_error = false): void {
    this.notice = { words, is_error };
    this.tell("notice");
  }

  /** What is laid over a picture now: before there are categories, regions are clusters. */
  get laid(): Overlay {
    const has_categories = this.partition?.clusters.some((one) => one.category !== null) ?? false;
    return this.overlay === "regions" && !has_categories ? "clusters" : this.overlay;
  }

  sign_of(cluster: number): number {
    return this.signs[cluster] ?? cluster;
  }

  /** A category, by its number or as it is. */
  category_name(category: number | string | null): string | null {
    return typeof category === "number" ? (this.categories[category] ?? null) : category;
  }

  /** Take in a message of the session. */
  receive(header: Header, buffers: Buffers): void {
    switch (header.type) {
      case "session":
        if (this.session === null || this.session.n !== header.n) this.forget(header.n);
        this.session = header;
        this.rgba = (buffers["rgba"] as Uint8Array | undefined) ?? this.rgba;
        break;
      case "positions":
        this.positions = header;
        this.x = (buffers["x"] as Float32Array | undefined) ?? new Float32Array(0);
        this.y = (buffers["y"] as Float32Array | undefined) ?? new Float32Array(0);
        break;
      case "labels":
        this.about_labels = header;
        this.labels = buffers["labels"] as Int16Array;
        break;
      case "partition":
        this.partition = header;
        this.signs = [];
        for (const one of header.clusters) this.signs[one.id] = one.colour ?? one.id;
        this.clusters = buffers["clusters"] as Uint16Array;
        this.certainty = buffers["certainty"] as Uint8Array;
        if (this.isolated !== null && !header.clusters.some((one) => one.id === this.isolated)) this.isolate(null);
        break;
      case "findings":
        this.findings = header;
        break;
      case "busy":
        this.busy = header;
        break;
      case "offer":
        this.offer = header.offer === null ? null : header;
        if (header.offer === null && header.sentence !== null) this.say(header.sentence);
        break;
      case "saved":
        this.saved = header;
        break;
      case "row":
        this.row = header;
        break;
      case "column":
        this.column = { name: (header as ColumnMessage).name, values: buffers["values"] as Float32Array };
        break;
      case "live":
        this.is_live = header.on;
        break;
      case "error":
        this.say(header.sentence, true);
        return;
      case "done":
        return;
    }
    this.tell(header.type);
  }

  point_at(row: number | null): void {
    if (row === this.cursor) return;
    this.cursor = row;
    this.tell("cursor");
  }

  isolate(cluster: number | null): void {
    this.isolated = cluster;
    this.tell("isolated");
  }

  arm(category: number | null): void {
    this.armed = category;
    this.tell("armed");
  }

  take(tool: Tool): void {
    this.tool = tool;
    this.tell("tool");
  }

  /** Number of labelled rows of each category. */
  label_counts(): number[] {
    const counts = new Array<number>(this.categories.length).fill(0);
    for (const label of this.labels) if (label >= 0) counts[label] += 1;
    return counts;
  }

  private forget(n: number): void {
    this.selection.resize(n);
    this.labels = new Int16Array(n).fill(-1);
    this.clusters = new Uint16Array(n);
    this.certainty = new Uint8Array(n).fill(255);
    this.cursor = this.isolated = this.armed = null;
  }
}
