/** A valid request for every operation, so that laws can walk the whole catalog. A feature's lines stand in its file. */
import type { World } from '../../src/testing/world.ts'
import { conversationSamples } from './conversations.ts'
import { crmSamples } from './crm.ts'
import { identitySamples } from './identity.ts'
import type { Sample, Samples } from './sample.ts'

export type { Sample, Samples } from './sample.ts'

const features = [conversationSamples, crmSamples, identitySamples]

/** @param conversation id of a conversation of acme, owned by bob, and its external id: what samples hang on */
export async function samplesOf(world: World, conversation: string, externalId: string): Promise<Samples> {
  const all: Record<string, Sample> = {}
  for (const samples of features) Object.assign(all, await samples(world, conversation, externalId))
  return all
}

export const pathOf = (template: string, sample: Sample): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sample.path?.[name] ?? `no sample for ${name}`),
  )
