/** Selection of calls in the list: the form with its bar of actions, and the outcome of an action for each call. */

import { AppError, type ErrorKind, invalid } from '../../core/errors.ts'
import { formatNumber } from '../../core/languages/formats.ts'
import { type Message, type Text, t } from '../../core/languages/message.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import type { Fields, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'

/** Maximum number of calls of one action. Each call is a transaction of its own. */
export const SELECTED_MAX = 100
/** Name of the checkboxes. */
export const CALL_FIELD = 'call'

/** Name of the hidden field with the query of the list. */
export const BACK_FIELD = 'back'

/**
 * IDs of the selected calls.
 * @throws AppError `validation_failed` if there are none or too many
 */
export function parseSelected(fields: Pick<Fields, 'all'>): readonly string[] {
  const ids = [...new Set(fields.all(CALL_FIELD))]
  if (ids.length === 0) {
    throw invalid({ pointer: `/${CALL_FIELD}`, detail: 'No call is selected. Select one or more calls first.' })
  }
  if (ids.length > SELECTED_MAX) {
    throw invalid({
      pointer: `/${CALL_FIELD}`,
      detail: `${ids.length} calls are selected. Select at most ${SELECTED_MAX} calls at a time.`,
    })
  }
  return ids
}

/** Why an action wasn't done, with the calls that it concerns. */
export interface Refusal {
  readonly reason: Text
  readonly calls: readonly { readonly id: string; readonly title: string | undefined }[]
}

export interface Outcome {
  readonly done: readonly string[]
  readonly refusals: readonly Refusal[]
}

const GONE = t('They no longer exist, or you have no access to them.')

/** Messages of operations say conversation where the app says call. */
const inWordsOfTheApp = (message: string): string => message.replaceAll(/\bconversation(s?)\b/g, 'call$1')

/** Errors that concern one call, so that the others go on. */
const OF_ONE_CALL: ReadonlySet<ErrorKind> = new Set(['not_found', 'forbidden', 'invalid', 'conflict', 'gone'])

/** Runs an action for each call. The operation checks access and rights for each of them. */
export async function runForEach(
  req: Pick<PageRequest, 'run'>,
  ids: readonly string[],
  run: (id: string) => Promise<unknown>,
): Promise<Outcome> {
  const done: string[] = []
  const refused = new Map<Text, string[]>()
  for (const id of ids) {
    try {
      await run(id)
      done.push(id)
    } catch (error) {
      if (!(error instanceof AppError) || !OF_ONE_CALL.has(error.kind)) throw error
      const reason = error.kind === 'not_found' ? GONE : inWordsOfTheApp(error.message)
      refused.set(reason, [...(refused.get(reason) ?? []), id])
    }
  }
  const refusals = [...refused].map(async ([reason, own]) => ({
    reason,
    calls: await Promise.all(own.map(async (id) => ({ id, title: await findTitle(req, id) }))),
  }))
  return { done, refusals: await Promise.all(refusals) }
}

/** Title of a call. Undefined if the user can't see the call. */
export async function findTitle(req: Pick<PageRequest, 'run'>, id: string): Promise<string | undefined> {
  try {
    return (await req.run(getConversation, { id })).attributes.title
  } catch (error) {
    if (error instanceof AppError && OF_ONE_CALL.has(error.kind)) return undefined
    throw error
  }
}

export const countCalls = (count: number): Text => (count === 1 ? t('1 call') : t`${formatNumber(count)} calls`)

/** Words about an action for several calls. */
export interface DeedWords {
  readonly none: Message
  /** Confirmation without a period. @param calls number of calls in words */
  done(calls: Text): Message
  refused(calls: Text, reason: Text): Message
}

export const DEEDS = {
  labeled: {
    none: t('No call was labeled.'),
    done: (calls) => t`${calls} labeled`,
    refused: (calls, reason) => t`${calls} not labeled: ${reason}`,
  },
  updated: {
    none: t('No call was updated.'),
    done: (calls) => t`${calls} updated`,
    refused: (calls, reason) => t`${calls} not updated: ${reason}`,
  },
  assigned: {
    none: t('No call was assigned.'),
    done: (calls) => t`${calls} assigned`,
    refused: (calls, reason) => t`${calls} not assigned: ${reason}`,
  },
  shared: {
    none: t('No call was shared.'),
    done: (calls) => t`${calls} shared`,
    refused: (calls, reason) => t`${calls} not shared: ${reason}`,
  },
  queued: {
    none: t('No call was queued for analysis.'),
    done: (calls) => t`${calls} queued for analysis`,
    refused: (calls, reason) => t`${calls} not queued for analysis: ${reason}`,
  },
  archived: {
    none: t('No call was archived.'),
    done: (calls) => t`${calls} archived`,
    refused: (calls, reason) => t`${calls} not archived: ${reason}`,
  },
  restored: {
    none: t('No call was restored.'),
    done: (calls) => t`${calls} restored`,
    refused: (calls, reason) => t`${calls} not restored: ${reason}`,
  },
} as const satisfies Readonly<Record<string, DeedWords>>

/** Notice about an action that was refused for some calls. */
export function renderOutcome({ done, refusals }: Outcome, deed: DeedWords): Html {
  return html`<section class="notice warn conversations-outcome" role="alert" aria-label="Result">
<p>${done.length === 0 ? deed.none : html`${deed.done(countCalls(done.length))}.`}</p>
${refusals.map(({ reason, calls }) => {
  const titled = calls.flatMap(({ id, title }) => (title === undefined ? [] : [{ id, title }]))
  return html`<p>${deed.refused(countCalls(calls.length), reason)}</p>${titled.length > 0 && html`<ul>${titled.map(({ id, title }) => html`<li><a href="/conversations/${id}"><bdi>${title}</bdi></a></li>`)}</ul>`}`
})}
</section>`
}

interface BarAction {
  readonly name: string
  readonly label: Text
  readonly icon: string
}

const ACTIONS: readonly BarAction[] = [
  { name: 'choose-label', label: t('Label'), icon: 'label' },
  { name: 'choose-assignee', label: t('Assign'), icon: 'people' },
  { name: 'choose-recipient', label: t('Share'), icon: 'share' },
  { name: 'export', label: t('Export'), icon: 'download' },
  { name: 'analyze', label: t('Analyze again'), icon: 'spark' },
  { name: 'archive', label: t('Archive'), icon: 'archive' },
]
const RESTORE: BarAction = { name: 'restore', label: t('Restore'), icon: 'archive' }

/**
 * Form around the list. The bar of actions follows the list; styles show it once a call is selected.
 * @param given `words`: number of calls with their order. `query`: query of the list, to return to it; `isAll`: whether all calls are selected; `isArchived`: whether the list contains archived calls
 */
export function selectionForm(
  req: Pick<PageRequest, 'formToken'>,
  list: Html,
  given: { page: string; query: string; isAll: boolean; isArchived: boolean; words: Text },
): Html {
  const { page, query, isAll, isArchived } = given
  const all = new URLSearchParams(query)
  if (isAll) all.delete('select')
  else all.set('select', 'all')
  return html`<form class="conversations-selection" method="post" action="${page}/choose-label" data-selection>
${req.formToken}<input type="hidden" name="${BACK_FIELD}" value="${query}">
<p class="conversations-all"><a href="${page}?${all.toString()}" data-select-all>${isAll ? t('Clear selection') : t('Select all on this page')}</a><span>${given.words}</span></p>
${list}
<div class="conversations-bar" role="group" aria-label="Actions for the selected calls">
<p role="status" data-selected>Selected calls</p>
${[...ACTIONS, ...(isArchived ? [RESTORE] : [])].map(
  ({ name, label, icon: picture }) =>
    html`<button class="plain" formaction="${page}/${name}">${icon(picture)}${label}</button>`,
)}
</div>
</form>`
}

export const renderCheckbox = (id: string, title: string, isChecked: boolean): Html =>
  html`<label class="conversations-pick"><input type="checkbox" name="${CALL_FIELD}" value="${id}"${isChecked && html` checked`}><span class="unseen">Select <bdi>${title}</bdi></span></label>`
