// Lets others into a running desk, as a person does on its page.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { AccessState, Grant, GrantInput } from '#contract/access.ts'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { Greeting } from './desk.ts'

/** Calls a method as the desk's own page. */
export async function callAsPage<M extends BridgeMethod>(
  desk: Greeting,
  method: M,
  params: BridgeInput<M>,
): Promise<BridgeOutput<M>> {
  const socket = new WebSocket(desk.bridge, ['showdesk.v1', `bearer.${desk.token}`], {
    origin: new URL(desk.url).origin,
  })
  try {
    await once(socket, 'open')
    const answered = new Promise<{ result?: BridgeOutput<M>; error?: { data: DeskErrorShape } }>((done) =>
      socket.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as { id?: number; result?: BridgeOutput<M> }
        if (frame.id === 1) done(frame)
      }),
    )
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const { result, error } = await answered
    if (error !== undefined) throw DeskError.fromShape(error.data)
    return result as BridgeOutput<M>
  } finally {
    socket.terminate()
  }
}

/** Switches access on and makes a grant. */
export async function letIn(
  desk: Greeting,
  input: GrantInput,
): Promise<{ grant: Grant; secret: string; access: AccessState; bridge: string; token: string }> {
  const access = await callAsPage(desk, 'access.switch', { on: true })
  const made = await callAsPage(desk, 'access.grant', input)
  return { ...made, access, bridge: desk.bridge, token: made.secret }
}
