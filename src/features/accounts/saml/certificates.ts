/** Signing certificates of identity providers. Only their keys count, as SAML metadata defines: expiry is shown, not enforced. */
import { X509Certificate } from 'node:crypto'

/** RSA keys with fewer bits can be broken. */
const RSA_BITS_MIN = 2_048
const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/

/** Reads a certificate in PEM, or its base64 content as in metadata. @returns PEM, or why it isn't accepted */
export function readCertificate(given: string): { pem: string } | { wrong: string } {
  const content = (PEM.exec(given)?.[1] ?? given).replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content)) return { wrong: 'The certificate must be PEM or base64.' }
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(Buffer.from(content, 'base64'))
  } catch {
    return { wrong: "The certificate can't be read. Copy the signing certificate (X.509) of the identity provider." }
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa')
    return { wrong: 'The certificate must have an RSA key. Choose an RSA certificate at the identity provider.' }
  if ((asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN)
    return { wrong: `The RSA key of the certificate must have at least ${RSA_BITS_MIN} bits.` }
  return { pem: certificate.toString() }
}

export function describeCertificate(pem: string): { pem: string; fingerprint: string; expires_at: string } {
  const certificate = new X509Certificate(pem)
  return { pem, fingerprint: certificate.fingerprint256, expires_at: new Date(certificate.validTo).toISOString() }
}
