import type { Html } from '../../inbound/web/html.ts'
import { tabs } from '../components/layout.ts'

export const PEOPLE = '/admin/people'
export const INVITATIONS = '/admin/people/invitations'
export const ROLES_PAGE = '/admin/people/roles'

export const peopleTabs = (here: string): Html =>
  tabs(
    'People',
    [
      { label: 'People', path: PEOPLE },
      { label: 'Invitations', path: INVITATIONS },
      { label: 'Roles', path: ROLES_PAGE },
    ],
    here,
  )
