// What the software answered, checked: a value of another kind than it has to be is unknown, and is never shown as one.
import { z } from 'zod'
import { defined } from '#contract/defined.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import type { OutputStatus } from './meter.ts'

/** As long as a command can name one; a name of hundreds of letters is possible. */
const longestScene = 512
/** A list that is longer is not known: what it lacks is not gone. */
const mostScenes = 2_000
const longestVersion = 100

const amount = z.number().min(0)
const stream = z.object({
  outputActive: z.boolean(),
  outputReconnecting: z.boolean(),
  outputDuration: amount,
  outputBytes: amount,
})
const frames = z.object({ outputSkippedFrames: amount, outputTotalFrames: amount })
const record = z.object({ outputActive: z.boolean(), outputPaused: z.boolean(), outputDuration: amount })
const scene = z.string().min(1).max(longestScene)
const list = z.object({ scenes: z.array(z.unknown()).max(mostScenes) })
const named = z.object({ sceneName: scene })
const program = z.object({ currentProgramSceneName: scene })
const stats = z.object({ cpuUsage: amount, memoryUsage: amount, activeFps: amount })
const version = z.string().max(longestVersion)
const greeting = z.object({ obsVersion: version.catch(''), availableRequests: z.array(z.string()).catch([]) })

/** The parts that are known. */
export interface Reading extends Pick<EncoderState, 'record' | 'scenes' | 'program' | 'stats'> {
  stream?: OutputStatus
}

export function readingOf(answers: Record<'stream' | 'record' | 'list' | 'stats', unknown>): Reading {
  const output = stream.safeParse(answers.stream).data
  const recorded = record.safeParse(answers.record).data
  const measured = stats.safeParse(answers.stats).data
  // The software lists the lowest first.
  const scenes = list
    .safeParse(answers.list)
    .data?.scenes.flatMap((one) => named.safeParse(one).data?.sceneName ?? [])
    .toReversed()
  return defined({
    stream: output && { ...output, ...frames.safeParse(answers.stream).data },
    record: recorded && {
      active: recorded.outputActive,
      paused: recorded.outputPaused,
      durationMs: recorded.outputDuration,
    },
    scenes,
    program: program.safeParse(answers.list).data?.currentProgramSceneName,
    stats: measured && { cpu: measured.cpuUsage, memoryMb: measured.memoryUsage, fps: measured.activeFps },
  })
}

/** What it is, and whether it can set chapters. */
export function softwareOf(answer: unknown, protocol: unknown) {
  const { obsVersion, availableRequests } = greeting.catch({ obsVersion: '', availableRequests: [] }).parse(answer)
  return {
    software: { name: 'OBS Studio', version: obsVersion, protocol: version.catch('').parse(protocol) },
    ...(availableRequests.includes('CreateRecordChapter') && { chapters: true as const }),
  }
}
