/**
 * Accounts: organizations, teams and users, and how people and programs prove their identity.
 *
 * `identity` stores organizations, users and roles. People sign in with a link, a password, a passkey or an identity
 * provider (OpenID Connect or SAML), if needed with a second factor. SCIM keeps users in step with that provider.
 * Programs use API keys, and assistants OAuth.
 */
export * as apiKeys from './api-keys/index.ts'
export * as identity from './identity/index.ts'
export * as invitations from './invitations/index.ts'
export * as oauth from './oauth/index.ts'
export * as outsideSharing from './outside-sharing/index.ts'
export * as passwords from './passwords/index.ts'
export * as saml from './saml/index.ts'
export * as scim from './scim/index.ts'
export * as setup from './setup/index.ts'
export * as signIn from './sign-in/index.ts'
export * as signInProviders from './sign-in-providers/index.ts'
export * as singleSignOn from './single-sign-on/index.ts'
export * as teams from './teams/index.ts'
