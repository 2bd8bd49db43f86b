/** Whether a text is an address of a WebSocket server as the desk takes it: computer and port, and nothing else. */
export function isEncoderAddress(text: string): boolean {
  const shape = /^wss?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#@:[\]]+):(\d{1,5})\/?$/i.exec(text.trim())
  const port = Number(shape?.[1])
  return port >= 1 && port <= 65_535
}
