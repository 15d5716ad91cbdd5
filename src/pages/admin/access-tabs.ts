import { t } from '../../core/languages/message.ts'
import type { Html } from '../../inbound/web/html.ts'
import { tabs } from '../components/layout.ts'

export const KEYS = '/admin/keys'
export const APPS = '/admin/keys/apps'

export const accessTabs = (here: string): Html =>
  tabs(
    t('API access'),
    [
      { label: t('API keys'), path: KEYS },
      { label: t('Connected apps'), path: APPS },
    ],
    here,
  )
