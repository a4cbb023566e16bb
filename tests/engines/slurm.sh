#!/bin/sh
# Runs examples/scale/slurm-array.sh on a Slurm cluster of one node, which is started here and ended again, and compares
# the results with those of dehusk batch --site-aware. Needs root, slurm-wlm and munge. Exit code 77: no cluster can be had.
#
#   slurm.sh "node packages/dehusk/bin/dehusk.js"
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
DEHUSK=$1
export DEHUSK
work=$(mktemp -d /tmp/dehusk-slurm-XXXXXX)
chmod 755 "$work"
host=$(hostname -s)

stop() {
  for name in slurmd slurmctld munged; do
    if [ -f "$work/$name.pid" ]; then kill "$(cat "$work/$name.pid")" 2>/dev/null || true; fi
  done
  sleep 1
  rm -rf "$work"
}
trap stop EXIT

mkdir -p "$work/state" "$work/spool" "$work/data/work" "$work/data/out"
dd if=/dev/urandom of="$work/munge.key" bs=128 count=1 2>/dev/null
chmod 600 "$work/munge.key"
munged --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.log" --seed-file="$work/munge.seed" || exit 77

cat > "$work/slurm.conf" <<END
ClusterName=dehusk
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
SlurmctldPort=26817
SlurmdPort=26818
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
SLURM_CONF=$work/slurm.conf
export SLURM_CONF
slurmctld -f "$SLURM_CONF" || exit 77
slurmd -f "$SLURM_CONF" || exit 77
tries=0
until sinfo -h -o %t 2>/dev/null | grep -q idle; do
  tries=$((tries + 1))
  if [ $tries -gt 60 ]; then
    echo "The node does not come up:" >&2
    tail -n 20 "$work/slurmctld.log" "$work/slurmd.log" >&2
    exit 77
  fi
  sleep 0.5
done

cd "$work/data"
node "$here/make-pages.mjs" . > files.txt
MAPS=3 REDUCES=2
export MAPS REDUCES
sh "$root/examples/scale/slurm-array.sh" submit files.txt "$work/data/work" "$work/data/out"
tries=0
while [ -n "$(squeue -h)" ]; do
  tries=$((tries + 1))
  if [ $tries -gt 600 ]; then
    echo "The jobs do not end:" >&2
    squeue >&2
    cat slurm-*.out >&2
    exit 1
  fi
  sleep 0.5
done
cat out/part-*.jsonl | LC_ALL=C sort > found.jsonl
xargs $DEHUSK batch --site-aware -q < files.txt | LC_ALL=C sort > expected.jsonl
if ! cmp found.jsonl expected.jsonl; then
  cat slurm-*.out >&2
  exit 1
fi
echo "Slurm: $(wc -l < found.jsonl) pages by $MAPS maps and $REDUCES reduces, as dehusk batch --site-aware has them"
