/** Expiry, views and questions of public links: form fields, and how they are shown. */
import { invalid } from '../../core/errors.ts'
import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { isExpired, toLatestExpiry } from '../../features/library/shared-links/index.ts'
import type { Fields, PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { checkField, type Fill, selectField, textField } from './form.ts'
import { badge } from './layout.ts'
import { dayBegins, dayText, formatTimestamp, renderTimestamp } from './times.ts'

/** Pointer of the operations → field of the form. */
export const EXPIRY_POINTERS = { '/expiresAt': 'expires_on' } as const

const DAY_MS = 86_400_000
/** Choices that are a number of days from now. */
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 }
const [KEEP, NEVER, ON_DATE] = ['keep', 'never', 'date']

type TimedRequest = Pick<PageRequest, 'zone' | 'ctx'>

/** Whether a link has expired. A link without an expiry never does. */
export const isOver = ({ ctx }: TimedRequest, expiresAt: string | null) => isExpired(expiresAt, ctx.clock.now())

/**
 * Choice of when a link expires, and a date for the last choice.
 * @param given `expiresAt`: present expiry of the link. `id`: prefix of the element IDs, if a page has several forms.
 */
export function expiryFields(
  req: TimedRequest,
  fill: Fill,
  given: { readonly label: Text; readonly id: string; readonly expiresAt?: string | null; readonly help?: Text },
): Html {
  const { label, id, expiresAt = null, help } = given
  const kept = expiresAt === null ? undefined : toKept(req, expiresAt)
  const choices = [
    ...(kept === undefined ? [] : [{ value: KEEP, label: kept }]),
    { value: NEVER, label: t('Never') },
    { value: 'day', label: t('In 1 day') },
    { value: 'week', label: t('In 7 days') },
    { value: 'month', label: t('In 30 days') },
    { value: ON_DATE, label: t('On a date') },
  ]
  const choice = {
    ...{ name: 'expires', id: `${id}-expires`, label, choices, value: kept === undefined ? NEVER : KEEP },
    ...(help === undefined ? {} : { help }),
  }
  return html`<div class="link-expiry">${selectField(fill, choice)}<div class="link-expiry-date">${textField(fill, { name: 'expires_on', id: `${id}-expires-on`, label: t('Last day'), type: 'date' })}</div></div>`
}

/** Whether the share page of a clip accepts questions. @param on present choice */
export const questionsField = (fill: Fill, on = false): Html =>
  checkField(fill, {
    name: 'questions',
    label: t('Let viewers ask questions'),
    help: t('Answers quote the clip and nothing else.'),
    on,
  })

const toKept = (req: TimedRequest, expiresAt: string): Text =>
  isOver(req, expiresAt)
    ? t`Expired: ${formatTimestamp(req, expiresAt)}`
    : t`As before: ${formatTimestamp(req, expiresAt)}`

/**
 * Expiry that a form submits.
 * @returns undefined: unchanged; null: never
 * @throws AppError `validation_failed` without a valid date
 */
export function readExpiry(req: TimedRequest, fields: Fields): Date | null | undefined {
  const choice = fields.text('expires')
  if (choice === KEEP) return undefined
  const now = req.ctx.clock.now()
  const days = DAYS[choice]
  if (days !== undefined) return new Date(now.getTime() + days * DAY_MS)
  if (choice !== ON_DATE) return null
  const latest = toLatestExpiry(now)
  const [begins, ends] = [0, 1].map((later) => dayBegins(req, fields.optional('expires_on'), later))
  if (begins === undefined || ends === undefined || !(ends > now && begins <= latest)) {
    const [first, last] = [formatDay(req, now), formatDay(req, latest)]
    throw invalid({
      pointer: '/expiresAt',
      detail: String(t`Select the last day on which the link works, from ${first} to ${last}.`),
    })
  }
  return new Date(Math.min(ends.getTime(), latest.getTime()))
}

/** Day with its year. */
const formatDay = ({ zone }: TimedRequest, at: Date) => dayText({ zone }, at)

/** Same as `readExpiry`, as a field of a request. */
export function toExpiryInput(req: TimedRequest, fields: Fields): { expiresAt?: string | null } {
  const expiresAt = readExpiry(req, fields)
  return expiresAt === undefined ? {} : { expiresAt: expiresAt?.toISOString() ?? null }
}

/** Expiry of a link as text: a time, or that there is none. */
export function renderExpiry(req: TimedRequest, expiresAt: string | null): Html | Text {
  if (expiresAt === null) return t('Never')
  const at = renderTimestamp(req, expiresAt)
  return isOver(req, expiresAt) ? html`${badge(t('Expired'), 'bad')} ${at}` : at
}

/** Number of views, and the time of the last one. */
export function renderViews(
  req: TimedRequest,
  { viewCount, lastViewedAt }: { readonly viewCount: number; readonly lastViewedAt: string | null },
): Html | Text {
  if (viewCount === 0 || lastViewedAt === null) return t('None yet')
  const count = viewCount === 1 ? t('1 view') : t`${formatNumber(viewCount)} views`
  return html`${count}, last ${renderTimestamp(req, lastViewedAt)}`
}
