// A login by SCRAM: the first two frames of a connection, before it is anybody's.
import type { WebSocket } from 'ws'
import { LoginError, scramServer, type ScramKeys } from '../../../preload/scram.ts'
import type { Caller } from '../../core/types.ts'

/** Names and proofs are short. */
const mostCharacters = 1_024
const deadlineMs = 5_000
/** The close code of a login that was refused. */
export const loginRefused = 4003

/** Who a connection says that it is, with what would prove it. */
export interface Claim extends ScramKeys {
  /** Asked once it is proved. Throws LoginError. */
  caller: () => Caller
}

/** Calls `enter` once with who it is; it answers the desk's proof by `welcome`, or throws to refuse. Nothing else of the connection is read until then. */
export function receiveLogin(
  socket: WebSocket,
  {
    claimed,
    enter,
  }: { claimed: (user: string) => Claim | undefined; enter: (caller: Caller, welcome: () => void) => void },
): void {
  let begun: ReturnType<typeof scramServer<Claim>> | undefined
  const late = setTimeout(() => refuse('no-time'), deadlineMs)
  late.unref()
  socket.on('close', () => clearTimeout(late))

  function refuse(reason: string): void {
    socket.off('message', read)
    clearTimeout(late)
    socket.send(`e=${reason}`)
    socket.close(loginRefused, reason)
  }

  function read(data: Buffer, binary: boolean): void {
    try {
      if (binary || data.length > mostCharacters) throw new LoginError('invalid-encoding')
      const text = data.toString('utf8')
      if (begun === undefined) {
        begun = scramServer(text, claimed)
        socket.send(begun.first)
        return
      }
      const { user, last } = begun.final(text)
      const caller = user.caller()
      socket.off('message', read)
      clearTimeout(late)
      enter(caller, () => socket.send(last))
    } catch (error) {
      refuse(error instanceof LoginError ? error.reason : 'other-error')
    }
  }
  socket.on('message', read)
}
