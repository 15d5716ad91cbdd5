/** Designs of an installation, from a laptop to a cluster: what each needs for a demand, where it ends, and what follows. */
import { ASSUMED, type Assumptions, CONSTANTS, computeDemand, type Demand } from './simulate-model.ts'

/** Resources of one machine. Sizes that providers rent, not measurements. */
interface Machine {
  readonly cores: number
  readonly memory: number
  readonly disk: number
  readonly iops: number
}

const LAPTOP: Machine = { cores: 2, memory: 8e9, disk: 400e9, iops: 20_000 }
const SERVER: Machine = { cores: 16, memory: 128e9, disk: 8e12, iops: 100_000 }
const LARGE: Machine = { cores: 64, memory: 512e9, disk: 30e12, iops: 400_000 }
const REPLICAS_MAX = 16
const NODES_MAX = 64
/** Time that a person waits for a search by meaning. */
const SEARCH_SECONDS_MAX = 2
/** Part of a machine that stays free. */
const USABLE = 0.7
const GIGABYTE = 1e9

/** Need and limit of a resource. The design ends where one need exceeds its limit. */
export interface Need {
  readonly resource: string
  readonly need: number
  readonly limit: number
}

export interface Component {
  readonly name: string
  readonly count: number
  /** Of all of them together. */
  readonly cores: number
  readonly memoryGb: number
  readonly diskGb: number
  readonly objectGb?: number
}

export interface Design {
  readonly name: string
  readonly next: string
  needs(demand: Demand): readonly Need[]
  components(demand: Demand): readonly Component[]
}

const machineNeeds = (
  machine: Machine,
  need: { cores: number; memory: number; disk: number; iops: number },
  of: string,
): Need[] => [
  { resource: `processors of ${of}`, need: need.cores, limit: machine.cores * USABLE },
  { resource: `memory of ${of}`, need: need.memory, limit: machine.memory * USABLE },
  { resource: `disk of ${of}`, need: need.disk, limit: machine.disk * USABLE },
  { resource: `input and output of ${of}`, need: need.iops, limit: machine.iops * USABLE },
]

const process = CONSTANTS.processBytes.value
const coresOfEmbedded = ({ workerCores, serverCores, databaseCores }: Demand) =>
  workerCores * (CONSTANTS.embeddedSecondsPerHour.value / CONSTANTS.analysisSecondsPerHour.value) +
  serverCores +
  databaseCores
const iopsOf = ({ readIops, writeIops }: Demand) => readIops + writeIops
const storedBytes = ({ databaseBytes, vectorIndexBytes }: Demand) => databaseBytes + vectorIndexBytes
const copies = (need: number, machine: number) => Math.max(1, Math.ceil(need / (machine * USABLE)))

const laptop: Design = {
  name: 'one laptop, embedded database',
  next: 'PostgreSQL on a server: set DATABASE_URL and move the data with `parley backup` and `parley restore`',
  needs: (demand) =>
    machineNeeds(
      LAPTOP,
      {
        cores: coresOfEmbedded(demand),
        memory: 2 * process + demand.vectorIndexBytes,
        disk: storedBytes(demand) + demand.recordingBytes,
        iops: iopsOf(demand),
      },
      'the laptop',
    ),
  components: (demand) => [
    {
      ...{ name: 'Parley with its database and files', count: 1, cores: Math.max(1, coresOfEmbedded(demand)) },
      memoryGb: (2 * process + demand.vectorIndexBytes) / GIGABYTE,
      diskGb: (storedBytes(demand) + demand.recordingBytes) / GIGABYTE,
    },
  ],
}

const server: Design = {
  name: 'one server with PostgreSQL',
  next: 'servers and workers on machines of their own, an object store for files, and PostgreSQL on a large machine',
  needs: (demand) =>
    machineNeeds(
      SERVER,
      {
        cores: demand.workerCores + demand.serverCores + demand.databaseCores,
        memory: 2 * process + demand.databaseMemory,
        disk: storedBytes(demand) + demand.recordingBytes,
        iops: iopsOf(demand),
      },
      'the server',
    ),
  components: (demand) => [
    {
      ...{ name: 'Parley, PostgreSQL and files', count: 1 },
      cores: Math.max(2, (demand.workerCores + demand.serverCores + demand.databaseCores) / USABLE),
      memoryGb: (2 * process + demand.databaseMemory) / USABLE / GIGABYTE,
      diskGb: (storedBytes(demand) + demand.recordingBytes) / USABLE / GIGABYTE,
    },
  ],
}

/** Servers, workers, Redis and the object store, which are the same for all designs with several machines. */
function around(demand: Demand): Component[] {
  const servers = Math.max(2, Math.ceil(demand.serverCores / USABLE))
  const workers = Math.max(2, Math.ceil(demand.workerCores / USABLE))
  const program = (name: string, count: number, each: number): Component => ({
    ...{ name, count, cores: count, memoryGb: (count * each) / GIGABYTE, diskGb: 0 },
  })
  return [
    program('servers', servers, process),
    program('workers', workers, 2 * process),
    { name: 'Redis', count: 1, cores: 1, memoryGb: 1, diskGb: 0 },
    {
      ...{ name: 'object store', count: 1, cores: 0, memoryGb: 0, diskGb: 0 },
      objectGb: demand.recordingBytes / GIGABYTE,
    },
  ]
}

const database = (name: string, count: number, cores: number, memory: number, bytes: number): Component => ({
  ...{ name, count, cores: (count * cores) / USABLE, memoryGb: (count * memory) / USABLE / GIGABYTE },
  diskGb: (count * bytes) / USABLE / GIGABYTE,
})

const separate: Design = {
  name: 'servers and workers, one PostgreSQL',
  next: 'read replicas, which take over reads (DATABASE_READ_URL)',
  needs: (demand) =>
    machineNeeds(
      LARGE,
      {
        ...{ cores: demand.databaseCores, memory: demand.databaseMemory, disk: storedBytes(demand) },
        iops: iopsOf(demand),
      },
      'PostgreSQL',
    ),
  components: (demand) => [
    ...around(demand),
    database('PostgreSQL', 1, Math.max(2, demand.databaseCores), demand.databaseMemory, storedBytes(demand)),
  ],
}

const coresOfPrimary = ({ databaseCores, readCores }: Demand) =>
  databaseCores - readCores * (1 - CONSTANTS.primaryShareWithReplicas.value)
const countReplicas = ({ readCores }: Demand) =>
  copies(readCores * (1 - CONSTANTS.primaryShareWithReplicas.value), LARGE.cores)

const replicas: Design = {
  name: 'the same with read replicas',
  next: 'Citus, which distributes organizations over several servers (`parley distribute`)',
  needs: (demand) => [
    ...machineNeeds(
      LARGE,
      {
        ...{ cores: coresOfPrimary(demand), memory: demand.databaseMemory, disk: storedBytes(demand) },
        iops: iopsOf(demand),
      },
      'the primary',
    ),
    { resource: 'replicas', need: countReplicas(demand), limit: REPLICAS_MAX },
  ],
  components: (demand) => [
    ...around(demand),
    database('primary', 1, Math.max(2, coresOfPrimary(demand)), demand.databaseMemory, storedBytes(demand)),
    database(
      'replicas',
      countReplicas(demand),
      (demand.readCores * (1 - CONSTANTS.primaryShareWithReplicas.value)) / countReplicas(demand),
      demand.databaseMemory,
      storedBytes(demand),
    ),
  ],
}

/** A distributed database has no vector indexes. */
const distributedBytes = ({ databaseBytes }: Demand) => databaseBytes
const countNodes = (demand: Demand) =>
  Math.max(
    2,
    copies(demand.databaseCores, LARGE.cores),
    copies(distributedBytes(demand), LARGE.disk),
    copies(iopsOf(demand), LARGE.iops),
    copies(distributedBytes(demand) * 0.1, LARGE.memory),
  )

const citus: Design = {
  name: 'Citus',
  next: 'nothing that exists: the largest organization would need vector indexes on its server, or a part of a server for itself',
  needs: (demand) => [
    { resource: 'servers of the cluster', need: countNodes(demand), limit: NODES_MAX },
    {
      ...{ resource: 'disk of the server with the largest organization', need: demand.largestBytes },
      limit: LARGE.disk * USABLE,
    },
    {
      resource: 'seconds of an exact search in the largest organization',
      need: demand.largestPassages * CONSTANTS.exactSearchSecondsPerPassage.value,
      limit: SEARCH_SECONDS_MAX,
    },
  ],
  components: (demand) => {
    const nodes = countNodes(demand)
    const bytes = distributedBytes(demand)
    return [
      ...around(demand),
      database('coordinator', 1, Math.max(4, demand.databaseCores * 0.1), 32e9, 100e9),
      database('servers of the cluster', nodes, demand.databaseCores / nodes, (bytes * 0.1) / nodes, bytes / nodes),
    ]
  },
}

export const DESIGNS: readonly Design[] = [laptop, server, separate, replicas, citus]

/** The need that exceeds its limit most, if any does. */
export function findExceeded(design: Design, demand: Demand): Need | undefined {
  return design
    .needs(demand)
    .filter(({ need, limit }) => need > limit)
    .toSorted((a, b) => b.need / b.limit - a.need / a.limit)[0]
}

/** The largest number of conversations that a design holds, and the need that ends it. */
export function findEnd(design: Design, assumed: Assumptions = ASSUMED): { conversations: number; ends: Need } {
  let [fits, exceeds] = [1, 1e12]
  while (exceeds / fits > 1.001) {
    const middle = Math.sqrt(fits * exceeds)
    if (findExceeded(design, computeDemand(middle, assumed)) === undefined) fits = middle
    else exceeds = middle
  }
  const ends = findExceeded(design, computeDemand(exceeds, assumed))
  if (ends === undefined) throw new Error(`The design ${design.name} has no end.`)
  return { conversations: fits, ends }
}

/** The first design that holds the demand; undefined if none does. */
export const chooseDesign = (demand: Demand): Design | undefined =>
  DESIGNS.find((design) => findExceeded(design, demand) === undefined)

/** Connections to the primary or the coordinator (sizing.md, Formula). */
export const countConnections = (components: readonly Component[]): number =>
  components
    .filter(({ name }) => name === 'servers' || name === 'workers')
    .reduce((sum, { count }) => sum + count * CONSTANTS.connectionsPerProcess.value, 10)

/** US dollars for a month. */
export function computeCost(components: readonly Component[], { prices }: Assumptions = ASSUMED): number {
  return components.reduce(
    (sum, { cores, memoryGb, diskGb, objectGb = 0 }) =>
      sum + cores * prices.core + memoryGb * prices.memoryGb + diskGb * prices.diskGb + objectGb * prices.objectGb,
    0,
  )
}
