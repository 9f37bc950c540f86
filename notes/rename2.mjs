// usage: node rename2.mjs root list.tsv... : renames in rounds; all of a round from one program
import { createRequire } from 'node:module'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
const root = process.argv[2]
const require = createRequire(root + '/package.json')
const ts = require('typescript-5')
const cfg = ts.getParsedCommandLineOfConfigFile(root + '/tsconfig.json', {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (d) => { throw new Error(String(d.messageText)) } })
const files = cfg.fileNames
const versions = new Map(), texts = new Map()
const read = (f) => { if (!texts.has(f)) { if (!ts.sys.fileExists(f)) return undefined; texts.set(f, readFileSync(f, 'utf8')) } return texts.get(f) }
const host = {
  getScriptFileNames: () => files, getScriptVersion: (f) => String(versions.get(f) ?? 0),
  getScriptSnapshot: (f) => { const t = read(f); return t === undefined ? undefined : ts.ScriptSnapshot.fromString(t) },
  getCurrentDirectory: () => root, getCompilationSettings: () => cfg.options, getDefaultLibFileName: (o) => ts.getDefaultLibFilePath(o),
  fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, readDirectory: ts.sys.readDirectory, directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories, realpath: ts.sys.realpath,
}
const service = ts.createLanguageService(host, ts.createDocumentRegistry())
let rows = process.argv.slice(3).flatMap((l) => readFileSync(l, 'utf8').split('\n').filter(Boolean).map((x) => x.split('\t'))).filter((r) => r.length >= 4 && r[2] !== r[3])
const seen = new Set(); rows = rows.filter(([f, l, o]) => { const k = f + ':' + l + ':' + o; if (seen.has(k)) return false; seen.add(k); return true })
const original = new Map()
for (const [file] of rows) { const f = path.join(root, file); if (!original.has(f)) original.set(f, read(f)) }
const skipped = []
let done = 0
const esc = (s) => s.replace(/[$]/g, '\\$')
const dirty = new Set()
for (let round = 1; rows.length && round <= 5; round++) {
  const program = service.getProgram()
  const used = new Map() // file -> sorted spans
  const edits = new Map()
  const deferred = []
  let n = 0
  for (const row of rows) {
    const [file, line, old, neu] = row
    const f = path.join(root, file)
    const text = read(f)
    if (text === undefined) { skipped.push([...row, 'no file']); continue }
    const lines = text.split('\n')
    const word = new RegExp(`(?<![\\w$.'"-])${esc(old)}(?![\\w$-])`)
    const decl = new RegExp(`\\b(?:function\\*?|const|let|type|interface|class)\\s+(?=${esc(old)}(?![\\w$]))`)
    let at = -1, ln = Number(line)
    const anchor = row[4]
    const isComment = (l) => /^\s*(\/\/|\*|\/\*)/.test(l)
    const near = lines.map((_, i) => i + 1).sort((x, y) => Math.abs(x - ln) - Math.abs(y - ln))
    const place = (k) => { const l = lines[k - 1] ?? ''; if (isComment(l)) return -1; const d = decl.exec(l); if (d) return d.index + d[0].length; const m = word.exec(l.replace(/\/\/.*$/, '')); return m ? m.index : -1 }
    const byAnchor = anchor ? near.find((k) => lines[k - 1].trim() === anchor && place(k) >= 0) : undefined
    if (byAnchor) { ln = byAnchor; at = place(ln) }
    if (at < 0) { const k = near.slice(0, 120).find((i) => { const l = lines[i - 1]; return !isComment(l) && decl.test(l) }); if (k) { ln = k; at = place(k) } }
    if (at < 0) { const k = near.slice(0, 8).find((i) => place(i) >= 0); if (k) { ln = k; at = place(k) } }
    if (at < 0) { skipped.push([...row, 'not found']); continue }
    const pos = lines.slice(0, ln - 1).reduce((s, l) => s + l.length + 1, 0) + at
    let locs
    try { locs = service.findRenameLocations(f, pos, false, false, { providePrefixAndSuffixTextForRename: true }) } catch (e) { skipped.push([...row, 'error ' + e.message]); continue }
    if (!locs || locs.length === 0) { skipped.push([...row, 'cannot rename']); continue }
    if (locs.some((l) => l.fileName.includes('node_modules'))) { skipped.push([...row, 'node_modules']); continue }
    if (locs.some((l) => { const t = read(l.fileName); return t.slice(l.textSpan.start, l.textSpan.start + l.textSpan.length) !== old && !/^['"`]/.test(t[l.textSpan.start - 1] ?? '') })) { skipped.push([...row, 'text differs']); continue }
    // a clash: an identifier with the new name in the function (or file) of any location
    const clash = locs.some((l) => {
      const sf = program.getSourceFile(l.fileName)
      const p = l.textSpan.start
      let scope = sf
      const visit = (x) => { if (p >= x.getStart(sf) && p < x.end) { if (ts.isFunctionLike(x) && x !== sf && !(p < (x.body?.pos ?? -1) && x.name && x.name.getStart(sf) === p)) scope = x; ts.forEachChild(x, visit) } }
      visit(sf)
      let hit = false
      const look = (x) => {
        if (hit) return
        if (ts.isIdentifier(x) && x.text === neu) {
          const q = x.parent
          const isProp = (ts.isPropertyAccessExpression(q) && q.name === x) || (ts.isPropertyAssignment(q) && q.name === x) || (ts.isPropertySignature(q) && q.name === x) || (ts.isJsxAttribute(q) && q.name === x) || (ts.isBindingElement(q) && q.propertyName === x)
          if (!isProp) hit = true
        }
        ts.forEachChild(x, look)
      }
      look(scope)
      return hit
    })
    if (clash) { if (round < 3) deferred.push(row); else skipped.push([...row, 'clash']); continue }
    // two renames of one round to the same new name in one file: wait a round
    const overlaps = locs.some((l) => (used.get(l.fileName) ?? []).some(([s, e, nn]) => (l.textSpan.start < e && s < l.textSpan.start + l.textSpan.length) || nn === neu))
    if (overlaps) { deferred.push(row); continue }
    for (const l of locs) {
      const s = l.textSpan.start, e = s + l.textSpan.length
      used.set(l.fileName, [...(used.get(l.fileName) ?? []), [s, e, neu]])
      edits.set(l.fileName, [...(edits.get(l.fileName) ?? []), [s, e, (l.prefixText ?? '') + neu + (l.suffixText ?? '')]])
    }
    done++; n++
  }
  for (const [f, list] of edits) {
    let s = read(f)
    for (const [a, b, t] of list.sort((x, y) => y[0] - x[0])) s = s.slice(0, a) + t + s.slice(b)
    texts.set(f, s); versions.set(f, (versions.get(f) ?? 0) + 1); dirty.add(f)
  }
  console.error(`round ${round}: ${n} done, ${deferred.length} deferred, ${skipped.length} skipped`)
  if (n === 0 && round >= 3) { for (const r of deferred) skipped.push([...r, 'deferred']); break }
  rows = deferred
}
for (const t of dirty) writeFileSync(t, texts.get(t))
console.log('done', done, 'skipped', skipped.length, 'files', dirty.size)
for (const s of skipped) console.log(s.join('\t'))
