import { defineOperation } from '../../../../core/operation.ts'
import { getScimServiceProviderConfig } from './get-scim-service-provider-config.ts'

/** Path of SCIM 1.1, which some identity providers still use. */
export const getScimServiceProviderConfigs = defineOperation({
  ...getScimServiceProviderConfig,
  id: 'getScimServiceProviderConfigs',
  summary: 'Get the SCIM service configuration (SCIM 1.1)',
  rest: { ...getScimServiceProviderConfig.rest, method: 'GET', path: '/scim/ServiceProviderConfigs' },
})
