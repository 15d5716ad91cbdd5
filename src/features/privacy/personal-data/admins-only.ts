import { forbidden } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'

/**
 * Requires the admin role. Called after the visibility check, so that other users get 404 for conversations they can't
 * read.
 */
export function adminsOnly({ principal }: Pick<Context, 'principal'>): void {
  if (principal.role !== 'ADMIN')
    throw forbidden('admin_required', 'Requires the admin role. Ask an admin of your organization.')
}
