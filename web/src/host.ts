// The stand-alone page as a host: a WebSocket in the clothes of an anywidget model.

import { read_frame, type Outgoing } from "./messages";

export type Listener = (...values: never[]) => void;
export interface Model {
  send(message: Outgoing): void;
  on(event: string, listener: Listener): void;
  off(event: string, listener?: Listener): void;
}

const SOONEST = 400;
const LATEST = 4000;
const TOO_MANY = 4429; // the code by which the server closes one page too many

/** Events: "msg:custom" (header, buffers), and "connection" (is there, why not). */
export class SocketModel implements Model {
  private socket: WebSocket | null = null;
  private readonly listeners = new Map<string, Set<Listener>>();
  private pause = SOONEST;

  constructor(private readonly address: string, private readonly token: string) {}

  on(event: string, listener: Listener): void {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event)!.add(listener);
  }

  off(event: string, listener?: Listener): void {
    if (listener) this.listeners.get(event)?.delete(listener);
    else this.listeners.delete(event);
  }

  send(message: Outgoing): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else this.emit("connection", false, "The server is gone: this was not sent.");
  }

  /** Open the connection, again and again if it breaks. */
  connect(): void {
    let was_open = false;
    const socket = new WebSocket(this.address, ["cecib", this.token]);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      was_open = true;
      this.pause = SOONEST;
      this.emit("connection", true, "");
    };
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
      const [header, buffers] = read_frame(event.data);
      this.emit("msg:custom", header, buffers);
    };
    socket.onclose = (event: CloseEvent) => {
      if (event.code === TOO_MANY) {
        this.pause = LATEST;
        this.emit("connection", false, "Too many pages show this session: close one of them.");
      } else {
        this.emit("connection", false, was_open ? "The server is gone." : "There is no answer: cecib explore has ended, or this address is of an earlier one.");
      }
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 1.6, LATEST);
    };
  }

  private emit(event: string, ...values: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) (listener as (...given: unknown[]) => void)(...values);
  }
}

/** The session of this address; its token is in the fragment, which no server and no log gets to see. */
export function own_model(): SocketModel {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new SocketModel(`${scheme}//${location.host}/session`, location.hash.slice(1));
}
