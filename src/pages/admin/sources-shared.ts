/** Shared parts of the pages of call sources: fields of kinds, states and labels. */

import { known } from '../../core/languages/known.ts'
import { type Message, t } from '../../core/languages/message.ts'
import type { listSourceKinds, listSources } from '../../features/sources/call-sources/index.ts'
import type { listSourceDeliveries } from '../../features/sources/source-deliveries/index.ts'
import type { listSourceRecordings } from '../../features/sources/source-recordings/index.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { type Choice, checkField, type Fill, selectField, textAreaField, textField } from '../components/form.ts'
import { badge, type Tone } from '../components/layout.ts'
import { problemText } from '../components/problem.ts'
import { linesIn } from './shared.ts'

export const SOURCES = '/admin/sources'
export const SOURCES_TRAIL = [{ label: t('Call sources'), path: SOURCES }]

type Listed<Operation extends { handle: (...given: never[]) => Promise<{ data: unknown[] }> }> = Awaited<
  ReturnType<Operation['handle']>
>['data'][number]
export type SourceKindRecord = Listed<typeof listSourceKinds>
export type Source = Listed<typeof listSources>
export type Delivery = Listed<typeof listSourceDeliveries>
export type Recording = Listed<typeof listSourceRecordings>

/** Name of the form field of a setting or credential. A prefix keeps it apart from the fields of every source. */
const fieldName = (name: string): string => `value-${name}`

/** Maps the pointers of the operation to the fields of the form. */
export const toPointers = (kind: SourceKindRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    kind.fields.map(({ name, isSecret }) => [`/${isSecret ? 'credentials' : 'settings'}/${name}`, fieldName(name)]),
  )

/** Fields of a kind. Stored credentials are never shown, so they are empty. */
export const kindFields = (
  fill: Fill,
  kind: SourceKindRecord,
  {
    only,
    settings = {},
    id,
  }: { only?: 'settings' | 'credentials'; settings?: Readonly<Record<string, string>>; id: string },
): readonly Html[] =>
  kind.fields
    .filter(({ isSecret }) => only === undefined || isSecret === (only === 'credentials'))
    .map(({ name, label, help, isSecret, isRequired, default: usual, choices }) => {
      const given = {
        ...{ name: fieldName(name), label: known(label), help: withoutMarks(help), id: `${id}-${name}` },
        ...(isRequired ? { required: true as const } : {}),
      }
      if (isSecret) return textField(fill, { ...given, type: 'password', autocomplete: 'off' })
      const value = settings[name] ?? usual ?? ''
      return choices === null
        ? textField(fill, { ...given, value })
        : selectField(fill, {
            ...{ ...given, value },
            choices: choices.map((choice) => ({ value: choice.value, label: known(choice.label) })),
          })
    })

/** Text of the service without the marks of code that API descriptions use, in the language of the request. */
export const withoutMarks = (text: string): string => known(text).toString().replaceAll('`', '')

/** Values of one group of fields. Empty ones are left out, so that defaults apply. */
export const valuesIn = (
  fields: Fields,
  kind: SourceKindRecord,
  group: 'settings' | 'credentials',
): Record<string, string> =>
  Object.fromEntries(
    kind.fields.flatMap(({ name, isSecret }): [string, string][] => {
      const value = fields.optional(fieldName(name))
      return isSecret !== (group === 'credentials') || value === undefined ? [] : [[name, value]]
    }),
  )

/** Fields that every source has: owner, team, privacy, sides. */
export const ruleFields = (
  fill: Fill,
  { teams, owner = '', source, id }: { teams: readonly Choice[]; owner?: string; source?: Source; id: string },
): readonly Html[] => [
  textField(fill, {
    ...{ name: 'ownerEmail', label: t('Default owner'), id: `${id}-owner`, type: 'email', value: owner },
    help: t('Email address of the user who owns calls whose host is not a user. Empty: the first admin.'),
  }),
  selectField(fill, {
    ...{ name: 'teamUUID', label: t('Team'), id: `${id}-team`, choices: teams, none: t('Primary team of the owner') },
    value: source?.teamUUID ?? '',
  }),
  textAreaField(fill, {
    ...{ name: 'insideDomains', label: t('Our email domains'), id: `${id}-domains`, rows: 2 },
    value: (source?.insideDomains ?? []).join('\n'),
    help: t(
      'Participants of these domains count as inside, in addition to the domains of the organization. One per line.',
    ),
  }),
  checkField(fill, {
    ...{ name: 'private', label: t('Only the owner and admins can see the calls'), on: source?.private ?? false },
  }),
]

export const ruleValues = (fields: Fields) => ({
  teamUUID: fields.optional('teamUUID') ?? null,
  private: fields.all('private').includes('true'),
  insideDomains: linesIn(fields.text('insideDomains')),
})

export const sourceState = ({ enabled, fault, look, lastDeliveryAt, lastCallAt }: Source): Html => {
  if (!enabled) return badge(t('Off'))
  if (fault !== null) return badge(t('Failing'), 'bad')
  if (look.state === 'running' || look.state === 'queued') return badge(t('Looking', 'state'), 'open')
  if (lastCallAt !== null || lastDeliveryAt !== null || look.lookedUntil !== null) return badge(t('Connected'), 'good')
  return badge(t('Waiting for the first call'), 'open')
}

const RECORDING_STATES: Readonly<Record<Recording['status'], readonly [Message, Tone]>> = {
  waiting: [t('Waiting'), 'open'],
  running: [t('Importing'), 'open'],
  done: [t('Imported'), 'good'],
  failed: [t('Failed'), 'bad'],
}

export const recordingState = ({ status }: Recording): Html => badge(...RECORDING_STATES[status])

const DELIVERY_STATES: Readonly<Record<Delivery['status'], readonly [Message, Tone]>> = {
  received: [t('Received'), 'open'],
  read: [t('Read'), 'good'],
  ignored: [t('Ignored'), 'quiet'],
  refused: [t('Rejected'), 'bad'],
  failed: [t('Failed'), 'bad'],
  handshake: [t('Address checked'), 'good'],
}

export const deliveryState = ({ status }: Delivery): Html => badge(...DELIVERY_STATES[status])

/** Long IDs, such as the hash of a file, would hide the other columns. */
const shortenId = (id: string): string => (id.length > SHOWN_MAX ? `${id.slice(0, SHOWN_MAX - 1)}…` : id)
const SHOWN_MAX = 24

/** Title or file name by which people recognize a call, with its ID at the source. Only the ID if no name is known. */
export const renderSourceName = ({ title, externalID }: Recording): Html => {
  const id = html`<bdi title="${externalID}">${shortenId(externalID)}</bdi>`
  return title === null
    ? html`<span class="admin-word">${id}</span>`
    : html`<span class="admin-word"><bdi>${title}</bdi><br><span class="meta">${id}</span></span>`
}

/** The call that a recording became, with its state. */
export const renderCall = (recording: Recording): Html =>
  recording.conversationUUID === null
    ? html`${recordingState(recording)}${recording.fault !== null && html`<br><span class="soft">${problemText(recording.fault)}</span>`}`
    : html`${recordingState(recording)} <a href="/conversations/${recording.conversationUUID}">Open call</a>${recording.fault !== null && html`<br><span class="soft">${problemText(recording.fault)}</span>`}`

/** Steps at the vendor, with the address. */
export const renderSteps = ({ steps }: SourceKindRecord, address: string | null): Html =>
  html`<ol>${steps.map((step) => html`<li>${withoutMarks(step).replaceAll('{address}', address ?? t('the address below').toString())}</li>`)}</ol>`
