// What a write did, in facts that may be kept: names of the creator's own things, but of people and money only the
// identifier. A deed that does not fit its operation is replaced by the catalog's, and refuses nothing.
import { deedName, impliedDeed, titleIn } from '#contract/deeds.ts'
import { deedSchema, fitsDeed, type Deed, type DeedFacts, type deedInput } from '#contract/deed-schema.ts'
import type { EncoderOperation } from '#contract/air/encoder.ts'
import { defined } from '#contract/defined.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { holdsMask } from '#contract/masked.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { z } from 'zod'
import type { Operation } from '../catalog/entry.ts'
import { holdsSession } from '../catalog/sessions.ts'
import { personalResources } from '../catalog/personal.ts'
import { recordOf, type IntentRequest } from './identity.ts'

export type GivenDeed = z.output<ReturnType<typeof deedInput>>

export interface DeedParts {
  /** Masks known secrets; answers the same object where nothing was masked. */
  redact: (value: Json) => Json
  /** The title of a record that a screen has shown, where one is remembered. */
  recordTitle?: (environment: EnvironmentId, resource: string, id: string) => string | undefined
}

export interface DeedOf {
  operation: Operation
  environment: EnvironmentId
  request: IntentRequest
}

/** The deed that is kept with an intent: the given one where it fits, else the one of the catalog. */
export function keptDeed(given: GivenDeed, of: DeedOf, parts: DeedParts): Deed {
  const deed = fitting(given, of.operation, parts.redact)
  const own = catalogDeed(of, parts, deed?.facts)
  return deed === undefined || deed.code === 'record'
    ? own
    : { code: deed.code, facts: { ...own.facts, ...deed.facts } }
}

/** The deed of a command to the streaming software, by what it shows or is called. */
export function encoderDeed(operation: EncoderOperation, name: string | undefined, redact: DeedParts['redact']): Deed {
  const facts = defined({ name: deedName(name) })
  return { code: impliedDeed(operation), facts: isClean(facts, redact) ? facts : {} }
}

/** The deed of a row that another desk wrote; undefined where it does not fit. */
export function arrivingDeed(given: unknown, operation: Operation | undefined, redact: DeedParts['redact']) {
  return operation === undefined || !isObject(given as Json)
    ? undefined
    : fitting(given as GivenDeed, operation, redact)
}

function fitting(given: GivenDeed, operation: Operation, redact: DeedParts['redact']): Deed | undefined {
  const { data: deed } = deedSchema().safeParse(given)
  if (deed === undefined || !fitsDeed(deed, operation.key)) return undefined
  const { facts } = deed
  if (!isClean(facts, redact)) return undefined
  return isPersonal(operation) && !namesNobody(facts) ? undefined : deed
}

const isPersonal = (operation: Operation): boolean =>
  personalResources.has(operation.resource) || holdsSession(operation)

/** An identifier of a person may itself be an address. */
const namesNobody = ({ id, name, detail }: DeedFacts): boolean =>
  name === undefined && detail === undefined && (id === undefined || !/[\s@]/.test(id))

function isClean(facts: DeedFacts, redact: DeedParts['redact']): boolean {
  const json = facts as JsonObject
  return redact(json) === json && Object.values(facts).every((fact) => typeof fact !== 'string' || !holdsMask(fact))
}

/** Each fact that may be kept, those that were given first. */
function catalogDeed(
  { operation, environment, request }: DeedOf,
  { redact, recordTitle }: DeedParts,
  given: DeedFacts = {},
): Deed {
  const { resource, values } = recordOf(operation, request)
  const id = given.id ?? values[0]
  const name = (): string | undefined => {
    return deedName(titleIn(request.body) ?? (id === undefined ? undefined : recordTitle?.(environment, resource, id)))
  }
  const named = isPersonal(operation) ? undefined : (given.name ?? name())
  const facts = [defined({ id, name: named }), defined({ id }), defined({ name: named })].find(
    (one) => isShort(one) && isClean(one, redact) && (!isPersonal(operation) || namesNobody(one)),
  )
  return { code: impliedDeed(operation.key), facts: facts ?? {} }
}

const isShort = ({ id = '' }: { id?: string; name?: string }): boolean => id.length <= 128
