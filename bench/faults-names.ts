/**
 * Loaded into the service before it starts (`node --import`), by the test of webhook faults: names under
 * `.faults.example` have the addresses that the test says they have at that moment. All others are looked up as ever.
 */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

const { lookup } = dns.promises
const told = process.env.FAULTS_NAMES ?? ''

async function lookupAsTold(host: string, options: dns.LookupAllOptions): Promise<dns.LookupAddress[]> {
  if (!host.endsWith('.faults.example')) return lookup(host, options)
  const answer = await fetch(`${told}/${host}`)
  const addresses = (await answer.json()) as string[]
  return addresses.map((address) => ({ address, family: 4 }))
}

Object.assign(dns.promises, { lookup: lookupAsTold })
syncBuiltinESMExports()
