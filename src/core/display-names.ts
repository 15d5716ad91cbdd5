/**
 * Names that users choose for themselves, teams and organizations, and that others read in email and on pages. They
 * contain no web addresses, and no invisible characters that change how the text around them is displayed.
 */
import { z } from 'zod'
import { t } from './languages/message.ts'
import { cutTo, text } from './wire.ts'

/**
 * Control, format and line-separating characters. Zero-width joiners stay: Persian, Indic and Arabic names are written
 * with them.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Full stops that mail programs accept in domain names (UTS 46). */
const DOT = '[.\\u3002\\uff0e\\uff61]'
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?'
const SCHEME = '[a-z][a-z0-9+.-]*:/{2}'

/** Text that mail programs convert to a link: a scheme, `www.`, or a domain with a path. */
const ADDRESS = `${SCHEME}\\S*|\\bwww${DOT}\\S+|(?:${LABEL}${DOT})+\\p{L}{2,}[/:?#]\\S*`

/** A bare domain: `evil.example`, not `St.John`, `J.R.R.` or `Dr.med`. */
const BARE_DOMAIN = `(?:${LABEL}${DOT})*[\\p{L}\\p{N}-]{3,}${DOT}(?:\\p{Ll}{2,24}|\\p{Lu}{2,24})(?![\\p{L}\\p{N}])`

const inNames = new RegExp(ADDRESS, 'giu')
const inPersonNames = [inNames, new RegExp(BARE_DOMAIN, 'gu')]

export interface DisplayNameRule {
  readonly min?: number
  readonly max: number
  /** Names of people contain no bare domains either. Companies and teams may, such as Booking.com or Node.js. */
  readonly of: 'person' | 'organization' | 'team'
}

const findPatterns = (of: DisplayNameRule['of']) => (of === 'person' ? inPersonNames : [inNames])

/** Schema of a name that a user enters. */
export function displayName({ min = 0, max, of }: DisplayNameRule) {
  return text({ min, max, trim: true }).superRefine((value, issues) => {
    // `text` already rejects these values.
    if (value.length > 2 * max || value.includes('\u0000')) return
    if (value.search(INVISIBLE) !== -1) {
      issues.addIssue({
        code: 'custom',
        message: 'A name must not contain control or formatting characters. Remove them.',
      })
    } else if (findPatterns(of).some((pattern) => value.normalize('NFKC').search(pattern) !== -1)) {
      issues.addIssue({ code: 'custom', message: 'A name must not contain a web address. Remove it.' })
    }
  })
}

/** Maximum number of code points of external text that is examined. */
const INPUT_MAX = 1_024

/**
 * Removes from a name everything that `displayName` rejects, for names from identity providers. The result may be
 * empty.
 */
export function cleanDisplayName(name: string, { max, of }: Pick<DisplayNameRule, 'max' | 'of'>): string {
  const visible = withoutInvisible(cutTo(name, INPUT_MAX))
  const isClean = (one: string) => findPatterns(of).every((pattern) => one.normalize('NFKC').search(pattern) === -1)
  if (isClean(visible)) return cutTo(visible, max)
  const cleaned = findPatterns(of).reduce((rest, pattern) => rest.replaceAll(pattern, ' '), visible.normalize('NFKC'))
  return cutTo(withoutInvisible(cleaned), max)
}

/** One line of visible characters. */
const withoutInvisible = (name: string): string =>
  name.toWellFormed().replaceAll(INVISIBLE, ' ').replaceAll(/\s+/gu, ' ').trim()

/**
 * An email address as shown in a message. An address that a mail program may convert to a link is quoted like other
 * text.
 */
export const quoteAddressForMail = (address: string): string =>
  z.email().safeParse(address).success ? address : quoteForMail(address)

const QUOTE_MAX = 120

/**
 * User-chosen text as shown in a message: one line, truncated to 120 characters, without anything that a mail program
 * converts to a link. `https://evil.example/x` becomes `[link removed]`, and `evil.example` becomes `evil[.]example`.
 */
export function quoteForMail(words: string, max = QUOTE_MAX): string {
  const line = withoutInvisible(
    cutTo(words, INPUT_MAX)
      .normalize('NFKC')
      .replaceAll(/[\u200c\u200d]/gu, ''),
  )
    .replaceAll(new RegExp(`${SCHEME}\\S*`, 'giu'), String(t('[link removed]')))
    // `mailto:x`, `tel:123`
    .replaceAll(/(\p{L}[\p{L}\p{N}+.-]*):(?=\S)/gu, '$1: ')
    .replaceAll(new RegExp(`(?<=[\\p{L}\\p{N}-])${DOT}(?=[\\p{L}\\p{N}-])`, 'gu'), '[.]')
    // Restores version numbers and other plain numbers, but not addresses of four numbers.
    .replaceAll(/(?<![\p{L}\p{N}\]-])(\d+)\[\.\](\d+)(?![\p{L}\p{N}[-])/gu, '$1.$2')
  return [...line].length <= max
    ? line
    : `${[...line]
        .slice(0, max - 1)
        .join('')
        .trim()}…`
}
