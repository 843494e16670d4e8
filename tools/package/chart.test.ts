import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ChartTemplates } from './chart/goTemplate.ts'
import { readYaml, type Yaml } from './chart/readYaml.ts'

const CHART = path.resolve(import.meta.dirname, '../../deploy/helm/yanshu')
const read = (name: string): string => readFileSync(path.join(CHART, name), 'utf8')
const TEMPLATES = readdirSync(path.join(CHART, 'templates')).filter((name) => name.endsWith('.yaml'))
const helpers = new ChartTemplates(read('templates/_helpers.tpl'))

type Map = { [key: string]: Yaml }
const isMap = (value: unknown): value is Map => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What `--values` does: maps are put together, everything else is replaced. */
function merged(values: Map, own: Map): Map {
  const pairs = Object.entries(own).map(([key, value]) => {
    const before = values[key]
    return [key, isMap(before) && isMap(value) ? merged(before, value) : value] as const
  })
  return { ...values, ...Object.fromEntries(pairs) }
}

const valuesOfChart = (): Map => {
  const [values] = readYaml(read('values.yaml'))
  return isMap(values) ? values : {}
}

/** What stands at a path such as `spec.ports.0.name`; undefined where nothing does. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((one: unknown, name) => (one as Readonly<Record<string, unknown>> | undefined)?.[name], value)

/** The same of each entry of a list. */
const each = (value: unknown, path: string): unknown[] => (value as unknown[]).map((one) => at(one, path))

/** Everything that Helm would give the cluster, by kind and name. Throws what a template refuses. */
function install(own: Map): Record<string, Yaml> {
  const [chart] = readYaml(read('Chart.yaml'))
  const root = {
    Values: merged(valuesOfChart(), own),
    Release: { Name: 'mail', Service: 'Helm' },
    Chart: { AppVersion: at(chart, 'appVersion') },
  }
  const objects = TEMPLATES.flatMap((name) => readYaml(helpers.render(read(`templates/${name}`), root)))
  return Object.fromEntries(objects.map((one) => [`${at(one, 'kind')} ${at(one, 'metadata.name')}`, one]))
}

const NEEDED: Map = {
  image: { repository: 'registry.example.org/yanshu' },
  hostname: 'mail.example.org',
  secret: { DATABASE_URL: 'postgres://yanshu:Wild-Goose-7@db/yanshu' },
}

test('given what has to be set, then there is one pod with its claim, its settings and its services', () => {
  const objects = install(NEEDED)
  expect(Object.keys(objects).toSorted()).toEqual([
    'Deployment mail-yanshu',
    'NetworkPolicy mail-yanshu',
    'PersistentVolumeClaim mail-yanshu',
    'Secret mail-yanshu',
    'Service mail-yanshu',
    'Service mail-yanshu-mail',
  ])
  const spec = at(objects['Deployment mail-yanshu'], 'spec')
  expect([at(spec, 'replicas'), at(spec, 'strategy.type')]).toEqual([1, 'Recreate'])
  const pod = at(spec, 'template.spec')
  expect(at(pod, 'securityContext')).toMatchObject({ runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001 })
  const container = at(pod, 'containers.0')
  expect(at(container, 'image')).toBe('registry.example.org/yanshu:0.1.0')
  expect(at(container, 'securityContext')).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(at(container, 'livenessProbe.httpGet')).toEqual({ path: '/healthz', port: 'http' })
  expect(at(container, 'readinessProbe.httpGet')).toEqual({ path: '/readyz', port: 'http' })
  // The server has ten seconds of its own after the pause.
  const pause = Number(at(container, 'lifecycle.preStop.sleep.seconds'))
  expect(Number(at(pod, 'terminationGracePeriodSeconds'))).toBeGreaterThan(pause + 10)
  expect(each(at(container, 'volumeMounts'), 'mountPath')).toEqual(['/var/lib/yanshu', '/tmp'])
  expect(at(pod, 'volumes.0.persistentVolumeClaim.claimName')).toBe('mail-yanshu')
  expect(at(container, 'env')).toContainEqual({
    name: 'DATABASE_URL',
    valueFrom: { secretKeyRef: { name: 'mail-yanshu', key: 'DATABASE_URL' } },
  })
  expect(at(objects['Secret mail-yanshu'], 'stringData')).toEqual(NEEDED.secret)
  // Helm keeps the claim, and by that the mail, when the release is removed.
  const claim = objects['PersistentVolumeClaim mail-yanshu']
  expect(at(claim, 'metadata.annotations')).toEqual({ 'helm.sh/resource-policy': 'keep' })
})

test('given services and a policy, then each selects the pods, and ports for mail are open to marked pods alone', () => {
  const objects = install(NEEDED)
  const pod = at(objects['Deployment mail-yanshu'], 'spec.template')
  const labels = at(pod, 'metadata.labels')
  const ports = each(at(pod, 'spec.containers.0.ports'), 'name')
  for (const name of ['Service mail-yanshu', 'Service mail-yanshu-mail']) {
    expect(labels).toEqual(expect.objectContaining(at(objects[name], 'spec.selector')))
    for (const target of each(at(objects[name], 'spec.ports'), 'targetPort')) expect(ports).toContain(target)
  }
  const policy = at(objects['NetworkPolicy mail-yanshu'], 'spec')
  expect(labels).toEqual(expect.objectContaining(at(policy, 'podSelector.matchLabels')))
  expect(at(policy, 'ingress.0')).toEqual({ ports: [{ port: 'http' }] })
  expect(at(policy, 'ingress.1.from')).toEqual([
    { podSelector: { matchLabels: { 'yanshu.example.org/mail': 'true' } } },
  ])
})

test('given other values, then they are in what the cluster gets', () => {
  const objects = install({
    ...NEEDED,
    secret: {},
    existingSecret: 'of-yours',
    replicas: 3,
    persistence: { accessMode: 'ReadWriteMany', existingClaim: 'shared' },
    environment: { YANSHU_MAX_MESSAGE_MB: 50 },
    imagePullSecrets: [{ name: 'registry' }],
    nodeSelector: { disk: 'fast' },
    mailService: { enabled: false },
    leaveSeconds: 20,
  })
  expect(Object.keys(objects).toSorted()).toEqual([
    'Deployment mail-yanshu',
    'NetworkPolicy mail-yanshu',
    'Service mail-yanshu',
  ])
  const spec = at(objects['Deployment mail-yanshu'], 'spec')
  expect([at(spec, 'replicas'), at(spec, 'strategy.type')]).toEqual([3, 'RollingUpdate'])
  const pod = at(spec, 'template.spec')
  expect(at(pod, 'containers.0.env')).toContainEqual({ name: 'YANSHU_MAX_MESSAGE_MB', value: '50' })
  expect(at(pod, 'containers.0.envFrom')).toEqual([{ secretRef: { name: 'of-yours' } }])
  expect(at(pod, 'volumes.0.persistentVolumeClaim.claimName')).toBe('shared')
  expect(at(pod, 'imagePullSecrets')).toEqual([{ name: 'registry' }])
  expect(at(pod, 'nodeSelector')).toEqual({ disk: 'fast' })
  expect(at(pod, 'terminationGracePeriodSeconds')).toBe(35)
})

test('given what could not run, then the chart refuses it with a sentence', () => {
  expect(() => install({ ...NEEDED, secret: {} })).toThrow(/existingSecret .* DATABASE_URL/)
  expect(() => install({ ...NEEDED, hostname: '' })).toThrow('hostname is not set')
  expect(() => install({ ...NEEDED, image: {} })).toThrow('image.repository names no image')
  expect(() => install({ ...NEEDED, replicas: 2 })).toThrow(/ReadWriteMany/)
})

test('each value is used, and each that is used is among the values', () => {
  const used = TEMPLATES.flatMap((name) =>
    [...read(`templates/${name}`).matchAll(/\.Values\.([\w.]+)/g)].map(([, one = '']) => one),
  )
  const values = valuesOfChart()
  const paths = Object.entries(values).flatMap(([key, value]) =>
    isMap(value) && Object.keys(value).length > 0 ? Object.keys(value).map((one) => `${key}.${one}`) : [key],
  )
  const isUsed = (one: string) => used.some((name) => name === one || one.startsWith(`${name}.`))
  expect(paths.filter((one) => !isUsed(one))).toEqual([])
  const isThere = (name: string) =>
    name.startsWith('secret.') || paths.some((one) => one === name || one.startsWith(`${name}.`))
  expect(used.filter((name) => !isThere(name))).toEqual([])
})

test('given wrong YAML or a wrong template, then the reader refuses it', () => {
  expect(readYaml('a:\n  - b: 1\n    c: "x: y"\n  - d\n---\ne: {}\n')).toEqual([
    { a: [{ b: 1, c: 'x: y' }, 'd'] },
    { e: {} },
  ])
  for (const text of ['a: 1\n   b: 2\n', 'a:\n  - b: 1\n   c: 2\n', 'a: 1\na: 2\n', 'a: b: c\n', '\ta: 1\n'])
    expect(() => readYaml(text), text).toThrow()
  for (const template of ['{{ if .a }}', '{{ end }}', '{{ unknown .a }}', '{{ include "none" . }}', '{{ $a }}'])
    expect(() => helpers.render(template, { a: 1 }), template).toThrow()
})
