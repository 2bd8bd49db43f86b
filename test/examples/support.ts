import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Fault } from '#contract/models.ts'
import { endDesk, root, startDesk, type Desk, type DeskConnection } from '../support/desk.ts'
import { startStandIn, type StandIn } from '../support/stand-in.ts'

export const examples = join(root, 'docs/examples')
export const clipOperation = 'POST /api/video/stream/createClip'

export interface Stage {
  desk: Desk
  connection: DeskConnection
  /** What the example connects to. */
  door: StandIn
  poll: string
  stream: string
  fault(fault: Fault): Promise<void>
  end(): Promise<void>
}

/** A desk in rehearsal whose commands are those of its chosen stream and poll. */
export async function startStage(): Promise<Stage> {
  const desk = await startDesk({ args: ['--environment', 'rehearsal'] })
  const connection = await desk.connect()
  await connection.call('credentials.save', { environment: 'rehearsal', credential: 'apiKey', value: 'rehearsal-key' })
  const { stream, poll } = await connection.call('broadcast.get', { environment: 'rehearsal' })
  if (stream === undefined || poll === undefined) throw new Error('The rehearsal has no show.')
  const door = await startStandIn(
    {
      'command.list': () => ({
        targets: [
          {
            ...{ command: 'clip', record: stream.id, name: stream.name, state: 'live', active: true, readAt: now() },
            shown: { stream: stream.id },
          },
          {
            ...{ command: 'reveal', record: poll.id, name: poll.name, state: 'hidden', active: true, readAt: now() },
            shown: { poll: poll.id },
          },
        ],
      }),
      'command.run': async ({ command, record, title, press }, real) => {
        const body = command === 'clip' ? { streamId: record, title } : { embedId: record, resultsVisible: true }
        const operation = command === 'clip' ? clipOperation : 'PUT /api/vote/embed/update'
        return { outcome: 'sent', intent: await real('ledger.submit', { operation, body, press }) }
      },
    },
    { desk },
  )
  return {
    desk,
    connection,
    door,
    poll: poll.id,
    stream: stream.id,
    async fault(fault) {
      await connection.call('rehearsal.setFault', { fault, on: true })
    },
    async end() {
      await door.close()
      await endDesk(desk)
    },
  }
}

export const now = (): string => new Date().toISOString()

export interface Program {
  child: ChildProcess
  out(): string
  said(): string
  code: Promise<number | null>
}

/** A script of an example, with the grant in its environment. */
export function startProgram(command: string, args: string[], folder: string, grant: string): Program {
  const child = spawn(command, args, {
    cwd: join(examples, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SHOWDESK_GRANT: grant, PYTHONDONTWRITEBYTECODE: '1' },
  })
  let out = ''
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return {
    child,
    out: () => out,
    said: () => said,
    code: once(child, 'close').then(([code]) => code as number | null),
  }
}
