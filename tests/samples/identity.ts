import type { SamplesOf } from './sample.ts'

export const identitySamples: SamplesOf = () => ({
  listOrganizationUsers: {},
})
