// A raw connection of a script that has proved its grant.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { scramClient, scramProtocol } from '../../preload/scram.ts'

/** Frames that come after the login are the caller's to hear. Rejects where the desk refuses. */
export async function openProved(bridge: string, secret: string): Promise<WebSocket> {
  const socket = new WebSocket(bridge, ['showdesk.v1', scramProtocol])
  await once(socket, 'open')
  const login = scramClient({ secret, at: new URL(bridge).host })
  const answer = async (frame: string): Promise<string> => {
    const heard = once(socket, 'message') as Promise<[Buffer]>
    socket.send(frame)
    const [data] = await heard
    return data.toString('utf8')
  }
  login.verify(await answer(login.final(await answer(login.first))))
  return socket
}
