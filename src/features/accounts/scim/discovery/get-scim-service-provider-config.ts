import { defineOperation } from '../../../../core/operation.ts'
import { document, refuseFilter, serviceProviderConfig, toldDocument, unfiltered } from './documents.ts'

export const getScimServiceProviderConfig = defineOperation({
  id: 'getScimServiceProviderConfig',
  summary: 'Get the SCIM service configuration',
  description: 'Returns the SCIM features that Parley supports (RFC 7644, section 4). Requires the admin role.',
  tag: 'SCIM',
  input: unfiltered,
  output: document,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/scim/ServiceProviderConfig', ...toldDocument },
  async handle({ filter }) {
    refuseFilter(filter)
    return serviceProviderConfig
  },
})
