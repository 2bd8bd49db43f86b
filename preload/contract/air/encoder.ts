// Streaming software on this computer or its network, such as what speaks obs-websocket 5: what it does, as read.
import { z } from 'zod'
import type { Intent } from '../models.ts'
import { instant, named, type Of } from '../schema.ts'

/**
 * `refused`: the password is wrong or missing. `unreachable`: nobody answers. `unsupported`: it speaks another protocol
 * or an older version of it. Not asked, since the saved password can't be had: `locked`, the keychain is locked; `withheld`, it
 * refuses or can't be used; `forgotten`, it has the password no more.
 */
export const encoderLinks = [
  'off',
  'connecting',
  'connected',
  'refused',
  'unreachable',
  'unsupported',
  'locked',
  'withheld',
  'forgotten',
] as const
export const encoderLinkSchema = named('EncoderLink', () => z.enum(encoderLinks))
export type EncoderLink = Of<typeof encoderLinkSchema>

/** One that the person entered. Its password is in the keychain. */
export const encoderSchema = named('Encoder', () =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
    /** `ws://HOST:PORT` or `wss://HOST:PORT`. */
    address: z.string(),
    hasPassword: z.boolean(),
    /** The one that the desk uses; at most one. */
    used: z.boolean(),
  }),
)
export type Encoder = Of<typeof encoderSchema>

/**
 * What it sends. `active` stays true through an outage of the network, and only `reconnecting` tells of it; `growing`
 * says whether bytes left between the last two readings. It sends where it is active, not reconnecting and growing.
 */
export const encoderOutputSchema = named('EncoderOutput', () =>
  z.strictObject({
    active: z.boolean(),
    reconnecting: z.boolean(),
    /** When this desk first saw it reconnecting. */
    reconnectingSince: instant().exactOptional(),
    growing: z.boolean(),
    /** Milliseconds since it started. */
    durationMs: z.number(),
    bytes: z.number(),
    kbps: z.number().exactOptional(),
    /** Absent where it says nothing that can be counted. */
    skippedFrames: z.number().exactOptional(),
    totalFrames: z.number().exactOptional(),
    /** Of the frames of the last 30 s, from 0 to 1; absent where too few are known. */
    droppedShare: z.number().exactOptional(),
  }),
)
export type EncoderOutput = Of<typeof encoderOutputSchema>

export const encoderStateSchema = named('EncoderState', () =>
  z.strictObject({
    /** Absent where none is chosen. */
    encoder: encoderSchema().exactOptional(),
    link: encoderLinkSchema(),
    /** When the next try of a connection begins. */
    nextTryAt: instant().exactOptional(),
    /** Where it can't be reached: an address at which such software answers. */
    elsewhere: z.string().exactOptional(),
    /** As it names itself. */
    software: z.strictObject({ name: z.string(), version: z.string(), protocol: z.string() }).exactOptional(),
    /** When what follows was read; it is stale after three of its intervals. */
    readAt: instant().exactOptional(),
    /** Milliseconds between two readings. */
    everyMs: z.number(),
    /** Absent where its answer was not understood. */
    stream: encoderOutputSchema().exactOptional(),
    record: z.strictObject({ active: z.boolean(), paused: z.boolean(), durationMs: z.number() }).exactOptional(),
    /** In its order; absent where the list is not known. */
    scenes: z.array(z.string()).exactOptional(),
    /** The scene on the program. */
    program: z.string().exactOptional(),
    stats: z.strictObject({ cpu: z.number(), memoryMb: z.number(), fps: z.number() }).exactOptional(),
    /** Others on the network can reach it too. */
    exposed: z.literal(true).exactOptional(),
    /** It can set chapters in a recording. */
    chapters: z.literal(true).exactOptional(),
  }),
)
export type EncoderState = Of<typeof encoderStateSchema>

/** Commands to it, all of risk `onair`; never queued, never sent again by themselves. */
export const encoderOperations = [
  'encoder:start',
  'encoder:stop',
  'encoder:scene',
  'encoder:record',
  'encoder:stopRecord',
  'encoder:chapter',
] as const
export const encoderOperationSchema = named('EncoderOperation', () => z.enum(encoderOperations))
export type EncoderOperation = Of<typeof encoderOperationSchema>

/**
 * The id of the software is in `path.encoder`, a scene or a title in the body. It was given on the side of an
 * environment; its product says no more than that it belongs to a broadcast.
 */
export type EncoderIntent = Intent & { target: 'encoder'; operation: EncoderOperation }

export const isEncoderIntent = (intent: Intent): intent is EncoderIntent => intent.target === 'encoder'
