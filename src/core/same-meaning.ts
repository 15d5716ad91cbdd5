/**
 * English words of business conversations that mean the same: *refund* and *credit*, *sms* and *text*. They are used
 * only if nobody says the word that a person typed, because many of them have other meanings too.
 */
import { stemWord } from './stems.ts'

const GROUPS = [
  'sms text texts message messages',
  'refund reimburse reimbursement credit compensation repay',
  'docs documentation doc document documents manual',
  'photo picture image snapshot',
  'phone mobile smartphone handset',
  'staff employee worker personnel',
  'colleague coworker teammate',
  'boss manager supervisor',
  'invoice bill billing',
  'bug defect fault glitch',
  'error mistake',
  'outage downtime',
  'contract agreement',
  'vendor supplier provider',
  'competitor rival',
  'login signin logon',
  'training course workshop tutorial',
  'laptop computer notebook',
  'truck lorry',
  'vehicle van truck car',
  'shop store',
  'postpone postponed delay delayed late',
  'quick fast rapid',
  'signal reception coverage connection',
  'spreadsheet excel sheet',
  'vacation holiday leave',
  'ill sick unwell',
  'child kids children',
  'cheap inexpensive affordable cheaper',
  'expensive costly pricey overpriced',
  'trial pilot test',
  'rollout deployment launch',
  'migrate migration move switch',
  'discount rebate reduction',
  'warranty guarantee',
  'penalty fine',
  'lawyer attorney counsel legal',
  'auditor audit',
  'delete erase remove',
  'renew renewal extend extension prolong',
  'appointment meeting',
  'warehouse depot',
  'objective goal target aim',
  'wedding marry married marriage',
  'damaged damage broken defective',
  'complaint complain complained',
  'reply answer response respond',
  'profit earnings income',
  'revenue sales turnover',
  'shipment delivery shipping',
  'package parcel box',
  'hire recruit recruiting recruitment',
  'resign quit leave',
  'website site homepage',
  'app application software',
  'hardware device equipment',
  'integration integrate interface connection connector api',
  'notification alert notify message',
  'support help assistance',
  'huge big large',
  'tiny small little',
  'difficult hard tough',
  'simple easy',
  'trouble problem issue difficulty',
  'danger risk threat',
  'fear worry concern afraid worried',
  'furious angry upset annoyed',
  'pleased happy satisfied glad content',
  'permit allow let',
  'forbid prohibit ban',
  'medication medicine drug',
  'physician doctor',
  'salary wage pay',
  'purchase buy order',
  'approve approval accept',
  'estimate quote offer',
  'schedule plan calendar timetable',
  'accident crash',
  'reboot restart',
  'subscription plan license licence',
  'quota limit',
  'stop halt freeze frozen froze suspend pause',
  'override overrule overwrite',
  'gps location position',
  'store keep retain retention',
  'dislike hate',
  'installment instalment',
  'instruction guide',
]

const BY_STEM = new Map<string, Set<string>>()
for (const group of GROUPS) {
  const stems = new Set(group.split(' ').map(stemWord))
  for (const stem of stems) {
    const others = [...stems].filter((other) => other !== stem)
    BY_STEM.set(stem, new Set([...(BY_STEM.get(stem) ?? []), ...others]))
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Stems of the words that mean the same as a stem, without it. */
export const listSameMeaning = (stem: string): ReadonlySet<string> => BY_STEM.get(stem) ?? NONE
