/*
 * A client sends a script again if the connection was lost before the reply came. So a script may find that it has
 * already run: it then gives the same reply again.
 */

/** KEYS: run, lines, runs, lease. ARGV: id, by, lease, leaseMs, texts. Makes a run; 0 if another owner has made it. */
export const createScript = `
if redis.call('exists', KEYS[1]) == 1 then
  if redis.call('hget', KEYS[1], 'by') == ARGV[2] then return 1 end
  return 0
end
redis.call('hset', KEYS[1], 'epoch', 1, 'by', ARGV[2])
redis.call('sadd', KEYS[3], ARGV[1])
redis.call('set', KEYS[4], ARGV[3], 'px', ARGV[4])
for i = 5, #ARGV do redis.call('rpush', KEYS[2], ARGV[i]) end
return 1
`;

/**
 * KEYS: run, lines. ARGV: epoch, by, opens, n, texts. -1: another owner has the run, or its lines are others than was thought;
 * -2: lines are missing, which Redis has lost; else the length.
 */
export const appendScript = `
local epoch = redis.call('hget', KEYS[1], 'epoch')
if not epoch then return -1 end
local given, by = tonumber(ARGV[1]), redis.call('hget', KEYS[1], 'by')
local length = redis.call('llen', KEYS[2])
if tonumber(epoch) == given and by == ARGV[2] and length >= tonumber(ARGV[4]) + #ARGV - 4 then
  local isThere = true
  for i = 5, #ARGV do
    if redis.call('lindex', KEYS[2], tonumber(ARGV[4]) + i - 5) ~= ARGV[i] then isThere = false end
  end
  if isThere then return length end
end
if length < tonumber(ARGV[4]) and tonumber(epoch) <= given and (by == ARGV[2] or tonumber(epoch) < given) then
  return -2
end
if length ~= tonumber(ARGV[4]) then return -1 end
if ARGV[3] == '1' then
  if tonumber(epoch) >= given then return -1 end
  redis.call('hset', KEYS[1], 'epoch', given, 'by', ARGV[2])
elseif tonumber(epoch) ~= given or by ~= ARGV[2] then
  return -1
end
for i = 5, #ARGV do redis.call('rpush', KEYS[2], ARGV[i]) end
return length + #ARGV - 4
`;

/** KEYS: lease. ARGV: lease, leaseMs. Renews the lease of a run; 0 if another holds it. */
export const touchScript = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('pexpire', KEYS[1], ARGV[2])
`;

/** KEYS: lease. ARGV: lease. Lets a run go, if it is held. */
export const releaseScript = `
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0
`;

/** KEYS: run, lines, runs, lease, then blob and named of each blob. ARGV: id. Deletes a run, and the blobs that no other names. */
export const removeScript = `
redis.call('del', KEYS[1], KEYS[2], KEYS[4])
redis.call('srem', KEYS[3], ARGV[1])
for i = 5, #KEYS, 2 do
  redis.call('srem', KEYS[i + 1], ARGV[1])
  if redis.call('scard', KEYS[i + 1]) == 0 then redis.call('del', KEYS[i], KEYS[i + 1]) end
end
return 1
`;

/** KEYS: record. ARGV: text, and the text that it replaces, if there is one. 0 if something else is there. */
export const recordScript = `
local found = redis.call('get', KEYS[1])
if found == ARGV[1] then return 1 end
if (found or nil) ~= ARGV[2] then return 0 end
redis.call('set', KEYS[1], ARGV[1])
return 1
`;
