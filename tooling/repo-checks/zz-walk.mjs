import { start } from '/tmp/trace.mjs';
import { rmSync } from 'node:fs';
const old = process.env.OLD==='1';
const { runRlm } = await import('@rlm/runner');
const { scriptedModel } = await import(old ? '@rlm/penguin-engine/testing' : '@rlm/kernel/testing');
const { quickjs } = await import('@rlm/sandbox/quickjs');
const { runTask, defineTool } = await import('@rlm/penguin-engine');
const { jsonlStore } = await import('@rlm/journal/jsonl');
const M='MARK7f3a';
const out=(n,r)=>console.log(n,JSON.stringify({files:r.files,returns:r.returns,borders:r.borders}), process.env.V?r.seq.join('\n  '):'');
const warm={sandbox:quickjs(),query:'q'};
await runRlm({...warm,model:scriptedModel(['```repl\nFINAL("w")\n```']),context:'x'}).result;
{ let stop,r; const model=async()=>{ r??=stop(); return '```repl\nFINAL("1")\n```'; };
  stop=start(M); await runRlm({...warm,model,context:M+' text'}).result; out('a',r); }
{ let stop; const model=async()=>{ stop=start(M); return '```repl\nFINAL("'+M+'")\n```'; };
  const x=await runRlm({...warm,model,context:'t'}).result; const r=stop(); if(x.answer!==M) throw x; out('b',r); }
{ const replies=['<echo>hi</echo>','<finish_task>{"status":"done","summary":"'+M+'"}</finish_task>']; let stop,n=0; const model=async()=>{ if(n===1) stop=start(M); return replies[n++]; };
  const echo=defineTool({name:'echo',description:'Says it.',execute:(t)=>t});
  const x=await runTask({model,prompt:'go',tools:[echo]}).result; const r=stop(); if(!JSON.stringify(x).includes(M)) throw x; out('c',r); }
{ const sub=async()=>M+' back'; let stop; const model=async()=>{ stop=start(M); return '```repl\nvar k="MARK"+"7f3a"; var z=await llm_query(k+" ask"); FINAL("done")\n```'; };
  const x=await runRlm({...warm,model,subModel:sub,context:'t'}).result; const r=stop(); out('d',r); }
{ const store=jsonlStore(old?{folder:'/tmp/cov/w'}:{folder:'/tmp/cov/w'}); rmSync('/tmp/cov/w',{recursive:true,force:true}); const runId='walk1'; const ac=new AbortController(); let n=0;
  const hang=new Promise(()=>{}); let reached; const there=new Promise(f=>reached=f);
  const m1=async()=>{ if(n++===0) return '```repl\nvar y="'+M+'"\n```'; reached(); return hang; };
  const run=runRlm({...warm,model:m1,context:'t',journal:await store.create({runId}),abortSignal:ac.signal}); run.result.catch(()=>0); await there;
  // copy the folder as a crash would leave it
  const fs=await import('node:fs'); fs.cpSync('/tmp/cov/w','/tmp/cov/w2',{recursive:true,force:true}); ac.abort(); await run.result.catch(()=>0);
  for(const d of fs.readdirSync('/tmp/cov/w2',{recursive:true})) if(/lock|lease|owner/.test(d)&&fs.statSync('/tmp/cov/w2/'+d).isFile()) fs.rmSync('/tmp/cov/w2/'+d);
  const s2=jsonlStore({folder:'/tmp/cov/w2'}); const stop=start(M); let r; const m2=async()=>{ r=stop(); return '```repl\nFINAL(y)\n```'; };
  const x=await runRlm({...warm,model:m2,context:'t',journal:await s2.open(runId)}).result; if(x.answer!==M) console.log('!',x.finishReason,x.stop); out('e',r); }
process.exit(0);
