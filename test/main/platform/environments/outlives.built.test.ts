import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from 'showdesk/client'
import { hostBundle, temporaryProfile } from '../../../support/desk.ts'

/** A built desk in which a signal fails, as a timer of it might: SIGWINCH throws, SIGCONT rejects. */
async function desk() {
  const fails =
    'data:text/javascript,process.on("SIGWINCH",()=>{throw new Error("a fault of a test")});process.on("SIGCONT",()=>void Promise.reject(new Error("another")))'
  const profile = temporaryProfile()
  const child = spawn(
    process.execPath,
    ['--import', fails, hostBundle, '--profile', profile, '--port', '0', '--json'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const greeting = JSON.parse(line) as { bridge: string; token: string }
  const events: string[] = []
  const client = await connect(greeting, (event) => events.push(event))
  onTestFinished(() => client.close())
  const notices = async () => (await client.call('desk.info')).notices.map(({ code }) => code ?? '')
  return { child, events, notices }
}

// Catches an exception or a rejection that nobody caught, and that ends the desk in the middle of a show.
test('what nobody caught is said, and the desk goes on', async () => {
  const { child, notices } = await desk()
  child.kill('SIGWINCH')
  await expect.poll(notices).toContain('fault_survived')
  child.kill('SIGCONT')
  expect(await notices()).toContain('fault_survived')
  expect(child.exitCode).toBe(null)
})

// Catches a desk that stays broken although opening it anew would help, and one that loses its connections by that.
test('where it keeps happening the desk opens itself anew, and its connections stay', async () => {
  const { child, events, notices } = await desk()
  for (let fault = 0; fault < 4; fault += 1) {
    child.kill('SIGWINCH')
    await notices()
  }
  await expect.poll(notices).toContain('fault_reopened')
  expect(events).toContain('desk.restarted')
})

// Catches a desk that ends because the terminal that read its output is gone.
test('a closed stdout and stderr end nothing', async () => {
  const { child, notices } = await desk()
  child.stdout.destroy()
  child.stderr.destroy()
  for (let fault = 0; fault < 2; fault += 1) {
    child.kill('SIGWINCH')
    await notices()
  }
  expect(await notices()).toContain('fault_survived')
  expect(child.exitCode).toBe(null)
})
