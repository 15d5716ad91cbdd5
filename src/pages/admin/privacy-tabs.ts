import { formatNumber } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import type { Html } from '../../inbound/web/html.ts'
import { tabs } from '../components/layout.ts'

export const PRIVACY = '/admin/privacy'
export const RETENTION = '/admin/privacy/retention'
export const HOLDS = '/admin/privacy/holds'
export const SHARING = '/admin/privacy/sharing'
export const PERSONS = '/admin/privacy/persons'

export const privacyTabs = (here: string): Html =>
  tabs(
    t('Privacy'),
    [
      { label: t('Redaction'), path: PRIVACY },
      { label: t('Retention'), path: RETENTION },
      { label: t('Legal holds'), path: HOLDS },
      { label: t('Sharing'), path: SHARING },
      { label: t('Data erasure'), path: PERSONS },
    ],
    here,
  )

/** Formats counts by kind: `card: 2, email: 1`. */
export const formatCounts = (counts: Readonly<Record<string, number>>): Text => {
  const pairs = Object.entries(counts).filter(([, count]) => count > 0)
  return pairs.length === 0
    ? t('Nothing')
    : pairs.map(([kind, count]) => `${kind.replaceAll('_', ' ')}: ${formatNumber(count)}`).join(', ')
}
