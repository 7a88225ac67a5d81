"""The made-up tables of the pictures of docs/screens: a floor of twelve that have been dealt at for
a while, and three hundred for a wall."""
from transcript import blackjack, incident, now, punto_banco, stopped

COUPS = 'babbcabaaabbbbcaabab'
WALL_TABLES = 300
WAITING = (17, 120, 244)  # of these, for a ruling
INCIDENTS = {
    'PB-04': incident('PB-04', 18, 'card_in_excess', 'high', 'A card too many.', age_s=40),
    'BJ-03': incident('BJ-03', 5, 'unread_card', 'medium', 'A card was not read.', round_=31,
                      age_s=200),
}
INCIDENTS['BJ-03']['detail'] = {'card': '??'}
INCIDENTS['PB-04']['detail'] = {'card': '7C', 'hand': 'banca', 'total': 7}
REDRESS = [{'redress': 3, 'round': 16, 'box': 4, 'amount': 2500, 'text': ''}]


def dealer(name, minutes):
    return {'staff': [{'who': name, 'post': 'dealer', 'since': now(-60 * minutes)}]}


def floor_tables():
    """Two pits, twelve tables, of which one waits for a ruling."""
    found = []
    for n, who in enumerate(['Ana', 'Bruno', 'Carla', 'Dario', 'Elena', 'Fabio', 'Greta', 'Hugo']):
        name = f'PB-{n + 1:02}'
        third = {'punto': ('2D', '3C', '9H'), 'totals': (4, 5)} if n % 3 == 0 else {}
        table = punto_banco(name, worst=INCIDENTS.get(name), simulated=False,
                            pit='Norte' if n < 4 else 'Sur', coups=COUPS[:6 + 2 * n],
                            redress=REDRESS if name == 'PB-07' else [],
                            pace=70 + n, **third, **dealer(who, 12 + 5 * n))
        if name == 'PB-04':
            table = stopped(table, INCIDENTS[name], INCIDENTS[name])
        found.append(table)
    for n, who in enumerate(['Irene', 'Jaime', 'Karla', 'Luca']):
        name = f'BJ-{n + 1:02}'
        found.append(blackjack(name, worst=INCIDENTS.get(name), simulated=False, pace=61,
                               pit='Norte' if n < 2 else 'Sur', **dealer(who, 20)))
    return found


def wall_tables():
    """Those that wait are what a wall is for."""
    tables = [punto_banco(f'PB-{n:03}', simulated=False, pit='Norte', coups=COUPS[:n % 20])
              for n in range(1, WALL_TABLES + 1)]
    for n in WAITING:
        grave = dict(INCIDENTS['PB-04'], table=f'PB-{n:03}', id=n)
        tables[n - 1] = stopped(tables[n - 1], grave, grave)
    return tables
