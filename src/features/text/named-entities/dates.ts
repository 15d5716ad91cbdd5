/** English expressions of days, months, quarters, years and periods. All patterns run in linear time. */
import { MONTH, MONTHS, ORDINAL_ENDING, ORDINAL_WORD, WEEKDAY } from '../../../core/calendar-words.ts'
import { joinNumberWords } from '../../../core/numbers.ts'
import { NUMBER } from './amounts.ts'
import type { EntityMark } from './model.ts'

/** Months whose names have no other meaning. */
const MONTH_SURE = MONTHS.filter((name) => name !== 'march' && name !== 'may').join('|')
const YEAR = "(?:(?:19|20)\\d{2}|(?<= )['’] ?\\d{2})"
const DAY = `(?:(?:[12]?\\d|3[01])${ORDINAL_ENDING}?(?![\\d.%,]\\d|%)|${ORDINAL_WORD})`
const WEEKDAY_OR_DAYS = `${WEEKDAY}s?`
const PERIOD = '(?:day|week|weekend|month|quarter|half|semester|season|year|decade|century)'
const SOME = '(?:a|a few|a couple(?: of)?|several|many|some)'
const WHICH =
  '(?:this|last|next|past|coming|previous|prior|current|following|same|upcoming|each|every|(?:the|this|our|their|that|a|each|all|every)(?: (?:same|full|whole|entire|current|prior|previous|past|last|next|first|second|third|fourth|final|coming|following|upcoming|most recent|fiscal|calendar|comparable|year[- ]ago|prior[- ]year|new|base|back|front)){1,3})'
const ORDINAL = '(?:first|second|third|fourth|last|final|1st|2nd|3rd|4th)'
const OF_YEAR = `(?:,? (?:of |in |for )?(?:(?:the )?(?:fiscal |calendar )?(?:year )?${YEAR}|(?:the|this|last|next|the prior|the previous|the same|fiscal|the fiscal) (?:prior )?(?:fiscal )?year(?: ${YEAR})?))`

const pattern = (source: string, flags = 'gi') => new RegExp(source, flags)

const PATTERNS = [
  pattern('\\b\\d{4}-\\d{2}-\\d{2}\\b|\\b\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d{2})\\b'),
  // With a day or a year, the word is a month and not, for example, the verb "march".
  pattern(`\\b(?:(?:the )?${DAY} (?:of )?${MONTH}|${MONTH} (?:the )?${DAY}(?![\\d]))(?:,? ${YEAR})?(?!\\w)`),
  pattern(`\\b(?:early |late |mid[- ])?${MONTH}(?:,? (?:of )?)${YEAR}\\b`),
  pattern(
    `\\b(?:(?:early|late|mid|the (?:end|beginning|middle|start|month) of)[- ])?(?:${MONTH_SURE})(?: (?:and|to|through|or) (?:${MONTH_SURE}))?\\b`,
  ),
  pattern(
    '(?<=\\b(?:in|of|since|by|until|through|during|last|this|next|from|early|late|mid|to|and|for|between) )(?:May|March)\\b(?! \\p{Ll}+(?:e|a|i)\\b)',
    'gu',
  ),
  pattern(`\\b(?:(?:next|last|this) )?${WEEKDAY_OR_DAYS}(?: (?:morning|afternoon|evening|night))?\\b`),
  pattern('\\b(?:(?:the )?day (?:after tomorrow|before yesterday)|today|tomorrow|yesterday|tonight|nowadays)\\b'),
  pattern(
    `\\b(?:the |our |their |a |this |last )?(?:very )?(?:${ORDINAL} |[1-4]Q|Q[- ]?[1-4]s?\\b ?|H[12]\\b ?)(?:(?:fiscal|calendar) )?(?:${YEAR} )?(?:and (?:${ORDINAL}|Q[1-4]) )?(?:quarters?|half|halves|week|month|year|period)${OF_YEAR}?\\b`,
  ),
  pattern(
    `\\bQ[- ]?[1-4]s?\\b(?:${OF_YEAR}|(?: |-)\\d{2}\\b)?|\\b[1-4]Q(?: ?\\d{2,4})?\\b|\\bH[12]\\b(?:${OF_YEAR})?`,
    'g',
  ),
  pattern(`\\bquarter (?:${joinNumberWords(1, 4)}|[1-4])\\b${OF_YEAR}?`),
  pattern(`\\b(?:the )?(?:fiscal|calendar|full|financial)(?: year)? ${YEAR}\\b|\\bFY ?'?\\d{2,4}\\b`),
  pattern(`\\b(?:the )?(?:${YEAR} )?${ORDINAL} (?:quarter|half)\\b`),
  pattern(
    `\\b(?:the |our |their )?(?:(?:${WHICH}) )?${NUMBER}(?:[- ](?:to|or|and|plus) ${NUMBER})?[- ](?:more |plus |full |business |calendar |trading |selling |working )?(?:days?|weeks?|months?|quarters?|years?|decades?)(?: (?:ago|from now|later|earlier|before))?\\b`,
  ),
  pattern(
    `\\b(?:${WHICH} |the )(?:(?:few|couple(?: of)?|several|many|coming|fiscal|calendar) )?(?:${PERIOD}s?|summer|winter|spring|fall|autumn|holiday season|holidays)(?: (?:quarter|period|end|half))?(?: (?:${YEAR}|of ${YEAR}|last year))?\\b`,
  ),
  pattern(
    `\\b(?:the )?(?:end|beginning|start|middle|rest|remainder|balance|back half|front half|bulk|course) of (?:the |this |last |next |our )?(?:(?:fiscal |calendar )?(?:${PERIOD}|${YEAR})|(?:${ORDINAL}) quarter)(?:${OF_YEAR})?\\b`,
  ),
  pattern(`\\b${SOME} ${PERIOD}s? (?:ago|from now|later|earlier)\\b|\\bthese days\\b|\\bfull[- ]year\\b`),
  pattern(
    '\\byear(?:s)?[- ]over[- ]year\\b|\\byear[- ]to[- ]date\\b|\\byear[- ]end\\b|\\bquarter[- ]over[- ]quarter\\b|\\b(?:prior|last|next|previous|this)[- ]year(?:[- ](?:quarter|period))?\\b',
  ),
  pattern("\\b(?:the )?(?:early |late |mid[- ])?(?:(?:19|20)\\d0|'?[2-9]0)['’]?s\\b"),
  pattern(
    `(?<![\\w$€£.,/-]|\\d )(?:19[4-9]\\d|20[0-4]\\d)(?![\\w%/-]|[.,]\\d| (?:people|employees|users|customers|units|stores|homes|${'mega|giga'}))`,
  ),
] as const

export function datesIn(text: string): EntityMark[] {
  const marks: EntityMark[] = []
  for (const one of PATTERNS) {
    for (const match of text.matchAll(one)) {
      const from = match.index
      marks.push({ type: 'date', from, to: from + match[0].trimEnd().length })
    }
  }
  return marks
}
