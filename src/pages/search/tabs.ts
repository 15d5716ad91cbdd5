/** Tabs for search and questions. Both keep the text and the filters. */

import { t } from '../../core/languages/message.ts'
import type { Html } from '../../inbound/web/html.ts'
import { tabs } from '../components/layout.ts'
import { addressWith, type ListQueryParams, toSearchParams } from '../conversations/query-params.ts'

const PLACES = [
  [t('Search'), '/search'],
  [t('Ask'), '/search/ask'],
] as const

/** @param page current tab */
export function searchTabs(
  { q, asked }: { q: string; asked: ListQueryParams },
  page: (typeof PLACES)[number][1],
): Html {
  const path = (place: string) => addressWith(place, toSearchParams(asked), { q })
  return tabs(
    t('Search'),
    PLACES.map(([label, place]) => ({ label, path: path(place) })),
    path(page),
  )
}
