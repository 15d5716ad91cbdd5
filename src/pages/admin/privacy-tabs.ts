import type { Html } from '../../inbound/web/html.ts'
import { tabs } from '../components/layout.ts'

export const PRIVACY = '/admin/privacy'
export const RETENTION = '/admin/privacy/retention'
export const HOLDS = '/admin/privacy/holds'
export const SHARING = '/admin/privacy/sharing'
export const PERSONS = '/admin/privacy/persons'

export const privacyTabs = (here: string): Html =>
  tabs(
    'Privacy',
    [
      { label: 'Redaction', path: PRIVACY },
      { label: 'Retention', path: RETENTION },
      { label: 'Legal holds', path: HOLDS },
      { label: 'Sharing', path: SHARING },
      { label: 'Data erasure', path: PERSONS },
    ],
    here,
  )

/** Formats counts by kind: `card: 2, email: 1`. */
export const formatCounts = (counts: Readonly<Record<string, number>>): string => {
  const pairs = Object.entries(counts).filter(([, count]) => count > 0)
  return pairs.length === 0
    ? 'Nothing'
    : pairs.map(([kind, count]) => `${kind.replaceAll('_', ' ')}: ${count.toLocaleString('en')}`).join(', ')
}
