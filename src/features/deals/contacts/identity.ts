/** Recognizes a contact in a conversation: among its participants and speakers. */
import { fold } from '../../../core/fold.ts'
import type { CallRecord } from '../../assistant/answers/index.ts'

/** Email address, or name without a known address. Both are folded. */
export type ContactKey = { readonly email: string } | { readonly name: string }

/** A contact in one conversation. */
export interface Appearance {
  readonly name: string
  readonly email: string | null
  readonly isInternal: boolean | null
  /** Names that the transcript attributes text to. Empty if another participant has the same name. */
  readonly speakerNames: readonly string[]
  readonly spoke: boolean
  /** Seconds. Null if unknown. */
  readonly talkTime: number | null
}

type PeopleCall = Pick<CallRecord, 'people' | 'statistics'>

/** @returns undefined if the contact didn't take part, or if it is unsafe to say so */
export function findAppearance({ people, statistics }: PeopleCall, key: ContactKey): Appearance | undefined {
  const isOwn = ({ name, email }: CallRecord['people'][number]) =>
    'email' in key ? fold(email ?? '') === key.email : fold(name) === key.name
  const own = people.filter(isOwn)
  const [first] = own
  if (first === undefined) return undefined
  // Two people with one name, or a person with an address of their own: the name alone doesn't say who is meant.
  if ('name' in key && (own.length > 1 || first.email !== null)) return undefined
  const others = new Set(people.filter((one) => !isOwn(one)).map(({ name }) => fold(name)))
  const named = new Set(own.map(({ name }) => fold(name)).filter((name) => !others.has(name)))
  const speakers = (statistics?.speakers ?? []).filter(({ name, email }) =>
    email !== null && 'email' in key ? fold(email) === key.email : named.has(fold(name)),
  )
  const times = speakers.flatMap(({ talkTime }) => (talkTime === null ? [] : [talkTime]))
  return {
    name: own.find(({ name }) => !name.includes('@'))?.name ?? first.name,
    email: first.email,
    isInternal: own.some(({ isInternal }) => isInternal === true) ? true : first.isInternal,
    speakerNames: speakers.map(({ name }) => name).filter((name) => !others.has(fold(name))),
    spoke: speakers.length > 0,
    talkTime: times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0),
  }
}
