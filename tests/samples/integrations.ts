import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const integrationSamples: SamplesOf = async (world, conversation) => {
  const body = {
    kind: 'hubspot',
    name: 'HubSpot',
    url: 'https://crm.acme.example',
    credentials: { token: 'pat-na1-sample' },
    syncMinutes: 0,
  }
  const made = async (path: string, sent: unknown) => {
    const answer = await call(world.app, world.org, 'POST', path, { body: sent })
    return answer.body.data.uuid as string
  }
  const connect = () => made('/crm-connections', body)
  const connection = await connect()
  const workflow = {
    name: 'Deals',
    connectionUUID: connection,
    entityCode: 'deals',
    fieldMapping: [{ fieldKey: 'pain', crmField: 'pain', overwrite: 'if_empty' }],
  }
  const work = () => made('/integration-workflows', workflow)
  const trigger = { path: { id: conversation }, body: { workflowIds: [await work()], autoExecution: true } }
  const path = `/conversations/${conversation}/trigger-native-integration`
  const { body: started } = await call(world.app, world.org, 'POST', path, { body: trigger.body })
  const run = started.workflows[0].runId as string
  return {
    listCrmConnections: {},
    createCrmConnection: { body },
    getCrmConnection: { path: { id: connection } },
    updateCrmConnection: { path: { id: connection }, body: { name: 'Our HubSpot' } },
    deleteCrmConnection: { path: { id: await connect() } },
    testCrmConnection: { path: { id: connection } },
    syncCrmConnection: { path: { id: connection } },
    listIntegrationWorkflows: {},
    createIntegrationWorkflow: { body: workflow },
    getIntegrationWorkflow: { path: { id: await work() } },
    updateIntegrationWorkflow: { path: { id: await work() }, body: { enabled: false } },
    deleteIntegrationWorkflow: { path: { id: await work() } },
    triggerNativeIntegration: trigger,
    listIntegrationRuns: {},
    getIntegrationRun: { path: { id: run } },
    retryIntegrationRun: { path: { id: run } },
  }
}
