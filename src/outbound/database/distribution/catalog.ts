/** State of a distributed database, from the catalogs of PostgreSQL and Citus. */
import type { OwnerDatabase } from '../../../core/db.ts'

type Query = OwnerDatabase['query']

/** How Citus stores a table: `tenant` in parts by organization, `reference` as a copy on each server. */
export type Placement = 'tenant' | 'reference' | 'local'

export interface TenantTable {
  readonly name: string
  /** Column with the ID of the organization. */
  readonly column: string
  readonly placement: Placement
}

/** Table that every other one is stored with. */
export const ROOT = 'organizations'

/** Tables of the installation that statements on every server read. */
export const REFERENCE_TABLES: readonly string[] = ['change_epochs']

/** Tables with rows of organizations, with the table of organizations first. */
export const readTenantTables = (query: Query): Promise<TenantTable[]> =>
  query(
    `select c.relname as name, a.attname as column,
       case when p.logicalrelid is null then 'local' when p.partmethod = 'h' then 'tenant' else 'reference' end
         as placement
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
       and a.attname = case when c.relname = $1 then 'id' else 'organization_id' end
     left join pg_dist_partition p on p.logicalrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname <> $1, c.relname`,
    [ROOT],
  )

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Foreign keys between tables of `public`. */
export const readForeignKeys = (query: Query): Promise<ForeignKey[]> =>
  query(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by 1, 2`,
  )

/** Functions of `public` without those of extensions, as `name(types)`. */
export const readFunctions = (query: Query): Promise<{ readonly signature: string }[]> =>
  query(
    `select p.oid::regprocedure::text as signature
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and not exists (
       select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     order by 1`,
  )

export interface Worker {
  readonly id: number
  readonly address: string
  readonly active: boolean
}

/** Servers that store parts of tables. */
export const readWorkers = (query: Query): Promise<Worker[]> =>
  query(
    `select nodeid as id, nodename || ':' || nodeport as address, isactive as active
     from pg_dist_node where noderole = 'primary' and shouldhaveshards order by nodeid`,
  )
