import { t } from '../../core/languages/message.ts'
import type { Html } from '../../inbound/web/html.ts'
import { tabs } from '../components/layout.ts'

export const PEOPLE = '/admin/people'
export const INVITATIONS = '/admin/people/invitations'
export const ROLES_PAGE = '/admin/people/roles'

export const peopleTabs = (here: string): Html =>
  tabs(
    t('People'),
    [
      { label: t('People'), path: PEOPLE },
      { label: t('Invitations'), path: INVITATIONS },
      { label: t('Roles'), path: ROLES_PAGE },
    ],
    here,
  )
