import { defineOperation } from '../../../core/operation.ts'
import { getScimServiceProviderConfig } from './get-scim-service-provider-config.ts'

/** The name of SCIM 1.1, which some providers still ask for. */
export const getScimServiceProviderConfigs = defineOperation({
  ...getScimServiceProviderConfig,
  id: 'getScimServiceProviderConfigs',
  summary: 'Tell identity providers what of SCIM there is, under the name it had once.',
  rest: { ...getScimServiceProviderConfig.rest, method: 'GET', path: '/scim/ServiceProviderConfigs' },
})
