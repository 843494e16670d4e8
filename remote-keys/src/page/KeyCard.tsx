import { Code, type HeldMailKey } from '@yanshu/contracts'
import { ApiError, http, saveBlob, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Chip, confirm, notify, Skeleton } from '@yanshu/ui'
import { type ReactNode, useRef } from 'react'
import { fetchCms, sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { type AskingRun, removeKey } from '../open/keyring.ts'
import { useWords } from '../useWords.ts'
import { CertificateStatus } from './CertificateStatus.tsx'
import { factsOf, type KeyFacts, type KeyState } from './keyFacts.ts'

const TONES = {
  valid: 'success',
  expired: 'warning',
  early: 'warning',
  revoked: 'danger',
  waiting: 'info',
  sealed: 'danger',
} as const satisfies Record<KeyState, string>

interface KeyCardProps {
  heldKey: HeldMailKey
  run: AskingRun
  onChanged: () => void
}

/** A key with its newest certificate, and what can be done with both. */
export function KeyCard({ heldKey, run, onChanged }: KeyCardProps) {
  const say = useWords()
  const { data, isError } = useQuery({
    queryKey: ['keys', 'facts', heldKey],
    queryFn: async () => factsOf(await fetchCms(), heldKey, Date.now()),
    retry: false,
  })
  if (isError) return <li className={css.key}>{say('keys.unreadable')}</li>
  if (!data) return <Skeleton lines={2} />
  const { certificate, state } = data
  const [newest] = heldKey.certificates
  const waiting = state === 'waiting' && heldKey.enrolment !== 'none' ? heldKey.enrolment : null
  const kinds: Readonly<Record<string, string>> = { 'rsa-3072': 'rsa-3072', 'P-256': 'p-256', sm2: 'sm2' }
  const kind = kinds[heldKey.kind]
  return (
    <li className={css.key}>
      <div className={css.head}>
        <h3>{certificate?.name || say('keys.unnamed')}</h3>
        <Chip tone={TONES[state]}>{say(`states.${state}`)}</Chip>
      </div>
      {state !== 'valid' && <p className={css.lead}>{say(waiting ? `enrolment.${waiting}` : `stateHints.${state}`)}</p>}
      <dl className={css.facts}>
        <Fact name={say('keys.kind')}>{kind ? say(`kinds.${kind}`) : heldKey.kind}</Fact>
        <CertificateFacts facts={data} createdAt={heldKey.createdAt} />
        {heldKey.escrowed && <Fact name={say('escrow.title')}>{say('escrow.kept')}</Fact>}
        {certificate && newest && state === 'valid' && (
          <Fact name={say('status.title')}>
            <CertificateStatus certificate={newest.certificate} name={certificate.name} />
          </Fact>
        )}
      </dl>
      <Actions heldKey={heldKey} facts={data} run={run} onChanged={onChanged} />
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CertificateFacts({ facts: { certificate }, createdAt }: { facts: KeyFacts; createdAt: number }) {
  const say = useWords()
  const { mailTime } = useFormat()
  if (!certificate) return <Fact name={say('keys.created')}>{mailTime(createdAt)}</Fact>
  const { addresses, issuer, from, to, use, fingerprint } = certificate
  return (
    <>
      <Fact name={say('keys.address')}>{addresses.join(', ')}</Fact>
      <Fact name={say('keys.issuer')}>{issuer}</Fact>
      <Fact name={say('keys.dates')}>{say('keys.between', { from: mailTime(from), to: mailTime(to) })}</Fact>
      <Fact name={say('keys.use')}>{say(`uses.${use}`)}</Fact>
      <Fact name={say('keys.fingerprint')}>{fingerprint.match(/.{4}/g)?.join(' ')}</Fact>
    </>
  )
}

interface ActionsProps extends KeyCardProps {
  facts: KeyFacts
}

function Actions({ heldKey: { keyId, request, opens }, facts: { certificate }, run, onChanged }: ActionsProps) {
  const say = useWords()
  const input = useRef<HTMLInputElement>(null)
  const saveRequest = async () => {
    const cms = await fetchCms()
    saveText(cms.toPem('CERTIFICATE REQUEST', cms.fromBase64(request)), `key-${keyId}.csr`)
  }
  const add = async (file: File) => {
    try {
      const cms = await fetchCms()
      const [read] = cms.readCertificates(new Uint8Array(await file.arrayBuffer()))
      if (!read) throw new Error('no certificate')
      const body = { keyId, certificate: cms.toBase64(read.der) }
      await http.post('keymanagement/key/certificate', body, { silent: true })
      notify.success(say('keys.added'))
      onChanged()
    } catch (error) {
      notify.error(sentenceOf(error, say))
    }
  }
  const remove = async () => {
    const words = { title: say('remove.title'), text: say('remove.text'), yes: say('remove.yes') }
    if (!(await confirm({ ...words, danger: true }))) return
    try {
      await removeKey(run, keyId)
    } catch (error) {
      // The password was not entered: nothing was to be done.
      if (!(error instanceof ApiError && error.code === Code.recentPassword)) notify.error(sentenceOf(error, say))
      return
    }
    notify.success(say('remove.done'))
    onChanged()
  }
  return (
    <div className={css.actions}>
      {request !== '' && (
        <Button size="small" icon="download" onClick={() => void saveRequest()}>
          {say('keys.saveRequest')}
        </Button>
      )}
      {opens && (
        <Button size="small" icon="upload" onClick={() => input.current?.click()}>
          {say('keys.addCertificate')}
        </Button>
      )}
      {certificate && (
        <Button size="small" icon="download" onClick={() => saveText(certificate.pem, `${certificate.name}.pem`)}>
          {say('keys.saveCertificate')}
        </Button>
      )}
      <Button size="small" variant="text" icon="trash" onClick={() => void remove()}>
        {say('remove.go')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".pem,.crt,.cer,.der"
        aria-label={say('keys.addCertificate')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void add(file)
        }}
      />
    </div>
  )
}

const saveText = (text: string, name: string) => saveBlob(new Blob([text], { type: 'application/x-pem-file' }), name)
