/** The two reads of a `get_me` call, as the bare server makes them: the caller behind the key, and the answer itself. */

export const BARE_APPLICATION = 'parley_bare_tools'

export interface BareReads {
  readonly url: string
  readonly statements: readonly { readonly text: string; readonly values: readonly string[] }[]
}

/** @param key a user-level API key, whose claims name its organization and user */
export function readsOfGetMe(url: string, key: string): BareReads {
  const claims = JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString())
  const { org, jti, sub = NOBODY } = claims as { org: string; jti: string; sub?: string }
  return {
    url,
    statements: [
      { text: CALLER, values: [org, jti] },
      { text: STANDING, values: [org, sub] },
    ],
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

const CALLER = `
  select k.user_id, u.email, u.time_zone, r.type as role, k.last_used_at < now() - interval '1 minute' as stale,
    array(
      with recursive seen as (
        select m.team_id as id from team_members m where m.organization_id = $1 and m.user_id = k.user_id
        union
        select t.id from teams t join seen on t.parent_id = seen.id where t.organization_id = $1)
      select id from seen) as team_ids
  from api_keys k
  left join users u on u.organization_id = k.organization_id and u.id = k.user_id
  left join roles r on r.organization_id = u.organization_id and r.id = u.role_id
  where k.organization_id = $1 and k.id = $2 and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > now()) and (k.user_id is null or u.active)`

const STANDING = `
  select o.name as organization, u.email, u.first_name, u.last_name, u.language,
    coalesce((
      select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id)
      from team_members m join teams t on t.organization_id = $1 and t.id = m.team_id
      where m.organization_id = $1 and m.user_id = u.id and t.archived_at is null), '[]') as teams
  from organizations o left join users u on u.organization_id = $1 and u.id = $2
  where o.id = $1`
