import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ApiError, ask } from '../lib/api';
import { m } from '../site/messages';
import type { PasskeyOptions, Sure } from '../protocol';
import { told } from './told';

/** Whether this browser can have passkeys for this address: they belong to names, not to numbers. */
export const supported = (host = location.hostname): boolean =>
  browserSupportsWebAuthn() && isSecureContext && !/^[\d.]+$|:/.test(host);

type Credential = Record<string, unknown>;

/** Let the device make a passkey. */
export async function make({ options }: PasskeyOptions): Promise<Credential> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })) };
}

/** Let the device use a passkey. */
export async function use({ options }: PasskeyOptions): Promise<Credential> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })) };
}

/** Show with a passkey that it is oneself. */
export const confirm = async (): Promise<Sure> => ({
  passkey: await use(await ask('POST /api/me/passkeys/challenge')),
});

/** Say why nothing came of a passkey. */
export function toldOfPasskey(error: unknown): string {
  if (error instanceof ApiError) return told(error, { wrong_password: m.people_passkey_wrong });
  const there = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return there ? m.people_passkey_there() : m.people_passkey_nothing();
}
