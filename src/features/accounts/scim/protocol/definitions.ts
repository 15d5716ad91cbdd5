/**
 * Schemas of users and groups with their descriptions (RFC 7643, sections 3.1, 4 and 8.7). All code reads the attributes
 * from here.
 */
import type { Attribute, ResourceType, ScimSchema } from './attributes.ts'

type AttributeOptions = Partial<Omit<Attribute, 'name' | 'description'>>

const attribute = (name: string, description: string, given: AttributeOptions = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
})

const complex = (name: string, description: string, subAttributes: Attribute[], given: AttributeOptions = {}) =>
  attribute(name, description, { type: 'complex', subAttributes, ...given })

/** Multi-valued attribute with value, display, type and primary (RFC 7643, section 2.4). */
const entries = (name: string, description: string, types: string[] = [], value: AttributeOptions = {}) =>
  complex(
    name,
    description,
    [
      attribute('value', `Value of the entry.`, value),
      attribute('display', 'Display name of the entry.'),
      attribute('type', 'Purpose of the entry.', types.length === 0 ? {} : { canonicalValues: types }),
      attribute('primary', 'Whether this is the preferred entry. True for one entry at most.', { type: 'boolean' }),
    ],
    { multiValued: true },
  )

/** Link to the resource of an entry, and its type. Few clients need them, and groups can have thousands of entries. */
const link = (target: 'User' | 'Group', type: string): Attribute[] => [
  attribute('$ref', `URL of the ${target.toLowerCase()}. Returned if the request names it.`, {
    type: 'reference',
    referenceTypes: [target],
    caseExact: true,
    mutability: 'readOnly',
    returned: 'request',
  }),
  attribute('type', `Type of the entry. Always ${type}. Returned if the request names it.`, {
    canonicalValues: [type],
    mutability: 'readOnly',
    returned: 'request',
  }),
]

/** Attributes of all resources, which no schema lists (RFC 7643, section 3.1). */
const common: readonly Attribute[] = [
  attribute('schemas', 'URNs of the schemas whose attributes the resource has.', {
    type: 'reference',
    multiValued: true,
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
  }),
  attribute('id', 'ID of the resource in Parley.', {
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', 'ID of the resource at the identity provider.', { caseExact: true }),
  complex(
    'meta',
    'Metadata of the resource.',
    [
      attribute('resourceType', 'Type of the resource: User or Group.', { caseExact: true, mutability: 'readOnly' }),
      attribute('created', 'When the resource was created.', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('lastModified', 'When the resource was last changed.', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('location', 'URL of the resource.', { type: 'reference', caseExact: true, mutability: 'readOnly' }),
      attribute('version', 'Version of the resource, as in the ETag header.', {
        caseExact: true,
        mutability: 'readOnly',
      }),
    ],
    { mutability: 'readOnly' },
  ),
]

const user: ScimSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'User Account',
  attributes: [
    attribute('userName', 'User name at the identity provider. Unique, ignoring case.', {
      required: true,
      uniqueness: 'server',
    }),
    complex('name', 'Parts of the name.', [
      attribute('formatted', 'Full name for display.'),
      attribute('familyName', 'Last name of the user.'),
      attribute('givenName', 'First name of the user.'),
      attribute('middleName', 'Middle names of the user.'),
      attribute('honorificPrefix', 'Titles before the name.'),
      attribute('honorificSuffix', 'Titles after the name.'),
    ]),
    attribute('displayName', 'Name for display. Defaults to first and last name.'),
    attribute('nickName', 'Informal name of the user.'),
    attribute('profileUrl', 'URL of a page about the user.', { type: 'reference', referenceTypes: ['external'] }),
    attribute('title', 'Job title, such as Vice President.'),
    attribute('userType', 'Relation to the organization, such as Employee.'),
    attribute('preferredLanguage', 'Preferred languages, in the format of the Accept-Language header.'),
    attribute('locale', 'Locale for dates and numbers, such as en-US.'),
    attribute('timezone', 'Time zone, such as Europe/Vienna.'),
    attribute(
      'active',
      'Whether the user has access to Parley. False ends the API keys and sessions of the user immediately.',
      {
        type: 'boolean',
      },
    ),
    attribute('password', "Accepted and ignored. SCIM can't set passwords in Parley.", {
      mutability: 'writeOnly',
      returned: 'never',
    }),
    entries(
      'emails',
      'Email addresses. Parley uses the primary one, else the one of type work, else the first. Required unless the ' +
        'user name is an email address.',
      ['work', 'home', 'other'],
    ),
    entries('phoneNumbers', 'Phone numbers of the user.', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    entries('ims', 'Instant messaging addresses of the user.'),
    entries('photos', 'URLs of pictures of the user.', ['photo', 'thumbnail'], {
      type: 'reference',
      referenceTypes: ['external'],
    }),
    complex(
      'addresses',
      'Postal addresses of the user.',
      [
        attribute('formatted', 'Full address for display.'),
        attribute('streetAddress', 'Street name and number.'),
        attribute('locality', 'City or other locality.'),
        attribute('region', 'The state or region.'),
        attribute('postalCode', 'Postal code of the address.'),
        attribute('country', 'Country code with two letters.'),
        attribute('type', 'Purpose of the address.', { canonicalValues: ['work', 'home', 'other'] }),
        attribute('primary', 'Whether this is the preferred address. True for one address at most.', {
          type: 'boolean',
        }),
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      'Groups that the user belongs to. Read-only; update the groups instead.',
      [
        attribute('value', 'ID of the group.', { mutability: 'readOnly' }),
        attribute('display', 'Name of the group.', { mutability: 'readOnly' }),
        ...link('Group', 'direct'),
      ],
      { multiValued: true, mutability: 'readOnly' },
    ),
    entries('entitlements', 'Entitlements of the user at the identity provider.'),
    entries('roles', 'Roles at the identity provider. The role in Parley is the roleUUID of an extension.'),
    entries('x509Certificates', 'Certificates of the user.', [], { type: 'binary', caseExact: true }),
  ],
}

const enterpriseUser: ScimSchema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    attribute('employeeNumber', 'Employee number.'),
    attribute('costCenter', 'The cost center.'),
    attribute('organization', 'The organization.'),
    attribute('division', 'The division.'),
    attribute('department', 'The department.'),
    complex('manager', 'Manager of the user.', [
      attribute('value', 'ID of the manager.'),
      attribute('$ref', 'URL of the manager.', { type: 'reference', referenceTypes: ['User'] }),
      attribute('displayName', 'Name of the manager.'),
    ]),
  ],
}

/** Parley's own attributes. Other extensions whose URN ends with `:User` can contain `roleUUID` as well. */
const parleyUser: ScimSchema = {
  id: 'urn:parley:params:scim:schemas:extension:1.0:User',
  name: 'ParleyUser',
  description: 'Parley attributes of the user.',
  attributes: [attribute('roleUUID', 'ID of the role in the organization. A new user defaults to the role SALES_REP.')],
}

const group: ScimSchema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'Group',
  attributes: [
    attribute('displayName', 'Name of the group. Unique among groups, ignoring case.', {
      required: true,
      uniqueness: 'server',
    }),
    complex(
      'members',
      'Users in the group.',
      [
        attribute('value', 'ID of the user.', { required: true, mutability: 'immutable' }),
        attribute('display', 'Name of the user.', { mutability: 'readOnly' }),
        ...link('User', 'User'),
      ],
      { multiValued: true },
    ),
  ],
}

const defineResourceType = (
  schema: ScimSchema,
  more: Pick<ResourceType, 'name' | 'endpoint' | 'extensions'>,
): ResourceType => ({
  ...more,
  description: schema.description,
  schema,
  attributes: [...common, ...schema.attributes],
})

export const USER = defineResourceType(user, {
  name: 'User',
  endpoint: '/Users',
  extensions: [enterpriseUser, parleyUser],
})
export const GROUP = defineResourceType(group, { name: 'Group', endpoint: '/Groups', extensions: [] })
export const RESOURCE_TYPES: readonly ResourceType[] = [USER, GROUP]
export const SCHEMAS: readonly ScimSchema[] = [user, enterpriseUser, parleyUser, group]
/** Extension that contains the role if no other extension does. */
export const PARLEY_USER = parleyUser.id
