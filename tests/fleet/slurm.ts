import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { launch, run, until } from './processes.ts';

/** A Slurm cluster with this machine as its only node, and with all of its files in one folder. */
export interface Slurm {
  submit(cwd: string, script: string, ...args: string[]): Promise<string>;
  cancel(job: string, ...flags: string[]): Promise<void>;
  finished(job: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts munge, slurmctld and slurmd as the current user. `variables` are the environment of jobs. */
export async function startSlurm(folder: string, variables: NodeJS.ProcessEnv): Promise<Slurm> {
  const at = (name: string) => join(folder, name);
  const [host, user] = [hostname().split('.')[0] ?? 'localhost', userInfo().username];
  for (const name of ['run', 'state', 'spool']) mkdirSync(at(name), { recursive: true });
  // Slurm rejects munge's socket in a folder that other users can write to.
  for (const name of ['', 'run']) chmodSync(at(name), 0o755);
  writeFileSync(at('munge.key'), randomBytes(128), { mode: 0o400 });
  const [controlPort, nodePort] = [await freePort(), await freePort()];
  writeFileSync(at('slurm.conf'), configuration({ at, host, user, controlPort, nodePort }));
  const env = { ...variables, PATH: `${variables.PATH}:/usr/sbin:/sbin`, SLURM_CONF: at('slurm.conf') };
  const munge = ['key-file=munge.key', 'socket=run/munge.socket', 'pid-file=run/munged.pid', 'seed-file=munge.seed'];
  const mungeFlags = munge.map((each) => `--${each.replace('=', `=${folder}/`)}`);
  launch('munged', ['--foreground', '--force', ...mungeFlags, `--log-file=${at('munged.log')}`], { env });
  await until(
    'munge',
    async () => (await launch('munge', ['-n', '-S', at('run/munge.socket')], { env }).ended).code === 0,
  );
  for (const daemon of ['slurmctld', 'slurmd']) launch(daemon, ['-D', '-f', at('slurm.conf')], { env });
  const ask = (program: string, ...args: string[]) => run(program, args, { env });
  await until('an idle node', async () => {
    const { code, stdout } = await launch('sinfo', ['-h', '-o', '%T'], { env }).ended;
    return code === 0 && stdout.trim() === 'idle';
  }).catch((error) => {
    throw new Error(`${(error as Error).message}\n${readFileSync(at('slurmctld.log'), 'utf8')}`);
  });
  const jobsOf = async (...flags: string[]) =>
    (await ask('squeue', '-h', '-t', 'all', '-o', '%T', ...flags)).split('\n');
  const isOver = (state: string) => !/^(?:PENDING|RUNNING|COMPLETING|SUSPENDED|CONFIGURING|REQUEUED)$/.test(state);
  return {
    submit: async (cwd, script, ...args) =>
      (await run('sbatch', ['--parsable', script, ...args], { cwd, env })).trim().split(';')[0] ?? '',
    cancel: async (job, ...flags) => void (await ask('scancel', ...flags, job)),
    finished: (job) => until(`an end of job ${job}`, async () => (await jobsOf('-j', job)).every(isOver), 600),
    async stop() {
      await ask('scancel', '-u', user);
      await until('an end of all jobs', async () => (await jobsOf()).every(isOver), 30);
    },
  };
}

interface Facts {
  readonly at: (name: string) => string;
  readonly host: string;
  readonly user: string;
  readonly controlPort: number;
  readonly nodePort: number;
}

const configuration = ({ at, host, user, controlPort, nodePort }: Facts) => `ClusterName=fleet
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controlPort}
SlurmdPort=${nodePort}
AuthType=auth/munge
AuthInfo=socket=${at('run/munge.socket')}
SlurmUser=${user}
SlurmdUser=${user}
StateSaveLocation=${at('state')}
SlurmdSpoolDir=${at('spool')}
SlurmctldPidFile=${at('run/slurmctld.pid')}
SlurmdPidFile=${at('run/slurmd.pid')}
SlurmctldLogFile=${at('slurmctld.log')}
SlurmdLogFile=${at('slurmd.log')}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
KillWait=5
ReturnToService=2
NodeName=${host} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`;

function freePort(): Promise<number> {
  return new Promise((resolve, fail) => {
    const server = createServer().on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
