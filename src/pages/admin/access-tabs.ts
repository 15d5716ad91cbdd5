import type { Html } from '../../inbound/web/html.ts'
import { tabs } from '../components/layout.ts'

export const KEYS = '/admin/keys'
export const APPS = '/admin/keys/apps'

export const accessTabs = (here: string): Html =>
  tabs(
    'API access',
    [
      { label: 'API keys', path: KEYS },
      { label: 'Connected apps', path: APPS },
    ],
    here,
  )
